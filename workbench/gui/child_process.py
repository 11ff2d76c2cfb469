"""A program that runs beside the window: bytes in, bytes out, and one end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

__all__ = ["ChildProcess"]

_END_MS = 1000


class ChildProcess(QObject):
    """Runs one program at a time. Whoever owns it decides what its end means."""

    output = Signal(object)
    """Bytes of its standard output."""
    errors = Signal(object)
    """Bytes of its standard error, where that is listened to."""
    ended = Signal(int)
    """After the last output: its exit status, or the negative number of the signal."""
    not_started = Signal(str)
    """Why the system could not start it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None

    @property
    def is_there(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """Its number; 0 while there is none."""
        return self._process.processId() if self._process is not None else 0

    def start(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        *,
        listen_to_errors: bool = True,
    ) -> None:
        """Start it; one that runs already must have ended, or been dropped.

        Args:
            command: program and arguments.
            environment: all of it; the window's own for None.
            listen_to_errors: whether ``errors`` is emitted.
        """
        process = QProcess(self)
        if environment is not None:
            given = QProcessEnvironment()
            for name, value in environment.items():
                given.insert(name, value)
            process.setProcessEnvironment(given)
        if listen_to_errors:
            process.readyReadStandardError.connect(self._read_errors)
        else:
            process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(self._read_output)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        process.start(command[0], list(command[1:]))

    def write(self, data: bytes) -> None:
        """Write to its standard input; Qt keeps it until the process takes it."""
        if self._process is not None:
            self._process.write(data)

    def close_input(self) -> None:
        """Its standard input ends here."""
        if self._process is not None:
            self._process.closeWriteChannel()

    def kill(self) -> None:
        """End it at once; ``ended`` comes later."""
        if self._process is not None:
            self._process.kill()

    def drop(self) -> None:
        """End it at once and wait for that; nothing is emitted any more."""
        process, self._process = self._process, None
        if process is None:
            return
        process.finished.disconnect(self._on_finished)
        process.errorOccurred.disconnect(self._on_error)
        if process.state() != QProcess.ProcessState.NotRunning:
            process.kill()
            process.waitForFinished(_END_MS)
        process.deleteLater()

    def _read_output(self) -> None:
        if self._process is not None:
            self.output.emit(bytes(self._process.readAllStandardOutput().data()))

    def _read_errors(self) -> None:
        if self._process is not None:
            self.errors.emit(bytes(self._process.readAllStandardError().data()))

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read_output()
        self._read_errors()
        self._forget()
        # Of one that a signal ended, Qt gives its number.
        self.ended.emit(-code if status == QProcess.ExitStatus.CrashExit else code)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            reason = self._process.errorString()
            self._forget()
            self.not_started.emit(reason)

    def _forget(self) -> None:
        if self._process is not None:
            self._process.deleteLater()
            self._process = None
