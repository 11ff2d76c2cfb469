// The editor's page: several documents (Monaco models) behind one editor. The program is the
// source of truth; each set_text starts a new epoch, and what was typed in an older one is void.
'use strict';

(() => {
    const OPTIONS = {
        automaticLayout: true,
        autoIndent: 'full',
        bracketPairColorization: { enabled: true },
        cursorBlinking: 'smooth',
        dragAndDrop: false,
        fixedOverflowWidgets: true,
        folding: true,
        glyphMargin: true,
        guides: { bracketPairs: 'active', indentation: true },
        insertSpaces: true,
        lineNumbersMinChars: 4,
        links: false,
        minimap: { enabled: false },
        mouseWheelZoom: true,
        overviewRulerBorder: false,
        padding: { top: 8, bottom: 8 },
        renderLineHighlight: 'all',
        renderWhitespace: 'selection',
        scrollBeyondLastLine: false,
        smoothScrolling: true,
        tabSize: 4,
        unicodeHighlight: { ambiguousCharacters: false },
    };
    const SEPARATOR = 'vs.actions.separator';
    const documents = new Map();
    let editor = null;
    let current = null;
    let dirty = new Set();
    let scheduled = false;
    const asked = new Map();
    let question = Date.now(); // an answer to the page before a crash is none to this one

    // A hidden page gets no animation frame, so a timer stands behind it.
    function schedule() {
        if (!scheduled) {
            scheduled = true;
            requestAnimationFrame(flush);
            setTimeout(flush, 50);
        }
    }

    function flush() {
        scheduled = false;
        const paths = dirty;
        dirty = new Set();
        for (const path of paths) {
            const entry = documents.get(path);
            if (entry) {
                const text = entry.model.getValue(undefined, true);
                const version = entry.model.getVersionId();
                const steps = [];
                if (entry.model.canUndo()) {
                    steps.push('undo');
                }
                if (entry.model.canRedo()) {
                    steps.push('redo');
                }
                workbench.send('changed', { path, epoch: entry.epoch, version, text, steps });
            }
        }
    }

    /** Asks the program about a document; resolves to null where it knows nothing. */
    function ask(model, method, params, token) {
        const path = [...documents.keys()].find((key) => documents.get(key).model === model);
        if (!path || token.isCancellationRequested) {
            return Promise.resolve(null);
        }
        flush();
        const id = ++question;
        return new Promise((resolve) => {
            asked.set(id, resolve);
            token.onCancellationRequested(() => {
                if (asked.delete(id)) {
                    workbench.send('cancel', { path, id });
                    resolve(null);
                }
            });
            workbench.send('ask', { path, id, method, params });
        });
    }

    function reply({ id, value }) {
        const resolve = asked.get(id);
        if (resolve && asked.delete(id)) {
            resolve(value);
        }
    }

    /** A definition in another file: the program opens it. */
    function handOverOtherFiles() {
        const service = editor._codeEditorService;
        const openHere = service.openCodeEditor.bind(service);
        service.openCodeEditor = async (input, source, side) => {
            const opened = await openHere(input, source, side);
            if (opened === null && input.resource.scheme === 'file') {
                const { startLineNumber: line = 1, startColumn: column = 1 } =
                    (input.options && input.options.selection) || {};
                const target = input.resource.fsPath;
                workbench.send('goto', { path: current, target, line, column });
            }
            return opened;
        };
    }

    function run({ action }) {
        editor.focus();
        const found = editor.getAction(action);
        if (found) {
            found.run();
        }
    }

    /** Monaco in a browser leaves F12 to it; and F1 is the window's list of keys. */
    function bindKeys() {
        const keys = editor._standaloneKeybindingService;
        const { F1, F12 } = monaco.KeyCode;
        const definition = editor.getAction('editor.action.revealDefinition');
        keys.addDynamicKeybinding('-editor.action.quickCommand', F1, () => {});
        keys.addDynamicKeybinding(definition.id, F12, () => definition.run());
    }

    /** What the window does its own way is not in Monaco's menu: the list of commands. */
    function shortenMenu() {
        const menu = editor.getContribution('editor.contrib.contextmenu');
        const full = menu._getMenuActions.bind(menu);
        menu._getMenuActions = (...given) => {
            const items = full(...given).filter(({ id }) => id !== 'editor.action.quickCommand');
            while (items.length && items[items.length - 1].id === SEPARATOR) {
                items.pop();
            }
            return items;
        };
    }

    /** Whatever way the keyboard comes to the page, it comes to the text. */
    function takeFocus() {
        if (document.hasFocus() && document.activeElement === document.body) {
            editor.focus();
        }
    }

    function show(path) {
        const entry = documents.get(path);
        if (!entry || current === path) {
            return;
        }
        if (documents.has(current)) {
            documents.get(current).state = editor.saveViewState();
        }
        current = path;
        editor.setModel(entry.model);
        editor.updateOptions({ readOnly: entry.readOnly });
        if (entry.state) {
            editor.restoreViewState(entry.state);
        }
        document.body.classList.remove('empty');
    }

    function open({ path, text, language, read_only: readOnly, epoch, show: reveal }) {
        let entry = documents.get(path);
        if (entry) {
            monaco.editor.setModelLanguage(entry.model, language);
            entry.readOnly = readOnly;
            if (current === path) {
                editor.updateOptions({ readOnly });
            }
        } else {
            const model = monaco.editor.createModel(text, language, monaco.Uri.file(path));
            entry = { model, epoch, readOnly, state: null };
            documents.set(path, entry);
            model.onDidChangeContent(() => {
                dirty.add(path);
                schedule();
            });
        }
        if (reveal) {
            show(path);
        }
    }

    /** Replaces what differs only, in one undoable step, so cursor and folds stay. */
    function setText({ path, text, epoch }) {
        const entry = documents.get(path);
        const { model } = entry;
        entry.epoch = epoch;
        dirty.delete(path);
        const wanted = text.replace(/\r\n?/g, '\n');
        const held = model.getValue(monaco.editor.EndOfLinePreference.LF);
        if (wanted === held) {
            return;
        }
        const limit = Math.min(wanted.length, held.length);
        let head = 0;
        while (head < limit && wanted[head] === held[head]) {
            head++;
        }
        let tail = 0;
        while (tail < limit - head &&
               wanted[wanted.length - 1 - tail] === held[held.length - 1 - tail]) {
            tail++;
        }
        const eol = model.getEOL().length;
        const offset = (index) => index + (held.slice(0, index).split('\n').length - 1) * (eol - 1);
        const from = model.getPositionAt(offset(head));
        const to = model.getPositionAt(offset(held.length - tail));
        model.pushStackElement();
        model.pushEditOperations([], [{
            range: monaco.Range.fromPositions(from, to),
            text: wanted.slice(head, wanted.length - tail),
        }], () => null);
        model.pushStackElement();
    }

    function close({ path }) {
        const entry = documents.get(path);
        if (entry) {
            documents.delete(path);
            dirty.delete(path);
            if (current === path) {
                current = null;
                editor.setModel(null);
                document.body.classList.add('empty');
            }
            entry.model.dispose();
        }
    }

    function marker(model, item) {
        const line = Math.min(Math.max(item.line, 1), model.getLineCount());
        const column = Math.max(item.column, 1);
        let endLine = item.end_line || line;
        let endColumn = item.end_column;
        if (!endColumn) {
            // Compilers often name a point: underline the word there, or the rest of the line.
            const word = model.getWordAtPosition({ lineNumber: line, column });
            endLine = line;
            endColumn = word ? word.endColumn : Math.max(model.getLineMaxColumn(line), column + 1);
        }
        const severity = { error: 8, warning: 4, info: 2 }[item.severity];
        return {
            severity,
            message: item.message,
            source: item.source || undefined,
            tags: item.unused ? [1] : undefined,
            startLineNumber: line,
            startColumn: column,
            endLineNumber: endLine,
            endColumn,
        };
    }

    function setMarkers({ path, owner, markers }) {
        const entry = documents.get(path);
        if (entry) {
            const list = markers.map((item) => marker(entry.model, item));
            monaco.editor.setModelMarkers(entry.model, owner, list);
        }
    }

    function reveal({ path, line, column, focus }) {
        show(path);
        const position = { lineNumber: line, column };
        editor.setPosition(position);
        editor.revealPositionInCenterIfOutsideViewport(position);
        if (focus) {
            editor.focus();
        }
    }

    function setDark({ dark }) {
        document.body.classList.toggle('dark', dark);
        monaco.editor.setTheme(dark ? 'workbench-dark' : 'workbench-light');
    }

    /** What Monaco remembers of its own; the documentation beside a completion is shown at first. */
    function memory() {
        const kept = new Map([['expandSuggestionDocs', true]]);
        const get = (key, _scope, otherwise) => (kept.has(key) ? kept.get(key) : otherwise);
        const never = () => ({ dispose() {} });
        return {
            get,
            getBoolean: get,
            getNumber: get,
            store: (key, value) => kept.set(key, value),
            remove: (key) => kept.delete(key),
            onDidChangeValue: never,
            onDidChangeTarget: never,
            onDidChangeStorage: never,
            onWillSaveState: never,
        };
    }

    async function start() {
        defineLanguages(monaco);
        defineThemes(monaco);
        document.body.classList.add('empty');
        editor = monaco.editor.create(document.getElementById('editor'), {
            ...OPTIONS, model: null, theme: 'workbench-light',
        }, { storageService: memory() });
        editor.onDidChangeCursorPosition(({ position }) => {
            const { lineNumber: line, column } = position;
            workbench.send('cursor', { path: current, line, column });
        });
        const { CtrlCmd, Shift } = monaco.KeyMod;
        editor.addCommand(CtrlCmd | Shift | monaco.KeyCode.KeyI, () => {
            editor.getAction('editor.action.formatDocument').run();
        });
        bindKeys();
        shortenMenu();
        window.addEventListener('focus', takeFocus);
        assist.define(monaco, ask);
        handOverOtherFiles();
        document.addEventListener('visibilitychange', flush);
        window.workbench.editor = editor;
        await workbench.connect({
            open,
            close,
            reveal,
            show: ({ path }) => show(path),
            text: setText,
            markers: setMarkers,
            dark: setDark,
            options: (options) => {
                editor.updateOptions(options);
                // Measured before its font is there, columns would be off.
                document.fonts.load(`${options.fontSize}px ${options.fontFamily}`)
                    .then(() => monaco.editor.remeasureFonts());
            },
            forward: ({ chords }) => workbench.forward(chords, flush),
            focus: () => editor.focus(),
            reply,
            run,
            trigger: ({ command }) => editor.trigger('window', command),
            sync: ({ id }) => {
                flush();
                workbench.send('answer', { id, value: null });
            },
        });
        workbench.send('hello');
        takeFocus();
    }

    require.config({ paths: { vs: '/vs' } });
    require(['vs/editor/editor.main'], start);
})();
