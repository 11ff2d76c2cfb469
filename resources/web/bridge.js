// The one way between a page and the program: named messages with a JSON payload, both ways,
// in order (QWebChannel keeps it). The page says 'hello' when its handlers are in place.
'use strict';

const workbench = {
    _bridge: null,
    _handlers: {},

    /** Connects to the program; handlers maps a command's name to a function of its payload. */
    connect(handlers) {
        this._handlers = handlers;
        return new Promise((resolve) => {
            new QWebChannel(qt.webChannelTransport, (channel) => {
                this._bridge = channel.objects.bridge;
                this._bridge.command.connect((name, payload) => {
                    const handler = this._handlers[name];
                    if (!handler) {
                        console.error(`No handler for the command '${name}'.`);
                        return;
                    }
                    handler(JSON.parse(payload));
                });
                resolve();
            });
        });
    },

    /** Sends one event to the program; before connect() has finished, nothing listens. */
    send(name, payload) {
        if (this._bridge) {
            this._bridge.send(name, JSON.stringify(payload === undefined ? null : payload));
        }
    },

    /** The chord of a key event in Qt's portable form, e.g. 'Ctrl+Shift+Tab' or 'F5'. */
    chord(event) {
        const digit = /^Digit(\d)$/.exec(event.code);
        let key = digit ? digit[1] : event.key;
        if (key.length === 1) {
            key = key.toUpperCase();
        }
        const modifiers = [
            [event.ctrlKey, 'Ctrl'],
            [event.altKey, 'Alt'],
            [event.shiftKey, 'Shift'],
            [event.metaKey, 'Meta'],
        ];
        return modifiers.filter(([held]) => held).map(([, name]) => name).concat(key).join('+');
    },

    /** Gives the window's own chords to the program before the page can use them. */
    forward(chords, before) {
        this._chords = new Set(chords);
        if (this._listening) {
            return;
        }
        this._listening = true;
        window.addEventListener('keydown', (event) => {
            const chord = this.chord(event);
            if (this._chords.has(chord)) {
                event.preventDefault();
                event.stopImmediatePropagation();
                if (before) {
                    before();
                }
                this.send('shortcut', chord);
            }
        }, true);
    },
};
window.workbench = workbench;
