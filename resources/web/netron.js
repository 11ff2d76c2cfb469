// Runs in Netron's own page before Netron does: takes away what reaches outside (consent,
// analytics, links, file dialog) and tells the program what the page has really drawn.
'use strict';

(() => {
    Object.defineProperty(document, 'cookie', { get: () => 'consent=1', set: () => {} });

    const STANDARD = /^(ai\.onnx(\.(ml|training|preview.*))?)?$/;
    const MARGIN = 24;
    const MARKS = ['error', 'warning', 'ok', 'heat'];
    let view = null;
    let opening = false;
    let dark = false;
    let marks = {};
    let properties = null;

    /** The drawn nodes, in graph order: those of the shown graph that stand in the page's SVG. */
    function drawn() {
        const target = view && view.target;
        const labels = target ? Array.from(target.nodes.values()).map((entry) => entry.label) : [];
        return labels.filter((label) => label && label.value && label.value.type &&
            typeof label.value.type.name === 'string' && label.element && label.element.isConnected);
    }

    /** A node's name for the program: that of its first output, which no other node has. */
    function keyOf(node) {
        for (const argument of node.outputs || []) {
            for (const value of argument.value || []) {
                if (value && value.name) {
                    return value.name.split('\n')[0];
                }
            }
        }
        return node.name || '';
    }

    function types() {
        return drawn().map((label) => label.value.type.name);
    }

    /** Marks the nodes of a domain that is not ONNX's own, and what the program says of others. */
    function mark() {
        for (const { element, value } of drawn()) {
            const domain = value.type.module || '';
            element.classList.toggle('workbench-custom', !STANDARD.test(domain));
            const said = marks[keyOf(value)] || {};
            for (const kind of MARKS) {
                element.classList.toggle(`workbench-${kind}`, said.kind === kind);
            }
            element.style.setProperty('--heat', said.color || '');
        }
    }

    /**
     * Shows a node as chosen; nothing for a key that is not drawn. Its properties are not opened, but
     * where those of a node stand open, they are of this one.
     */
    function select({ key }) {
        const label = key ? drawn().find(({ value }) => keyOf(value) === key) : null;
        if (view && view.target) {
            const found = view.target.select(label ? [label.value] : null);
            if (found && found.length > 0) {
                view.target.scrollTo(found, 'instant');
            }
            if (view._sidebar && view._sidebar.identifier === 'node') {
                if (label) {
                    properties.call(view, label.value);
                } else {
                    view._sidebar.close();
                }
            }
        }
    }

    /** The program's colours and font. */
    function look({ colors, font }) {
        const style = document.documentElement.style;
        for (const [name, value] of Object.entries(colors)) {
            style.setProperty(`--${name}`, value);
        }
        style.setProperty('--font', font);
    }

    /** A copy of what is drawn, as it looks, in a file of its own. */
    function svg() {
        const canvas = document.getElementById('canvas');
        const copy = canvas.cloneNode(true);
        const wanted = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity',
            'font-family', 'font-size', 'font-weight', 'opacity', 'marker-end'];
        const from = Array.from(canvas.querySelectorAll('*'));
        Array.from(copy.querySelectorAll('*')).forEach((element, i) => {
            const style = getComputedStyle(from[i]);
            for (const name of wanted) {
                const value = style.getPropertyValue(name);
                if (value && value !== 'none' || name === 'fill') {
                    element.style.setProperty(name, value.replace(/url\("[^"#]*#/g, 'url("#'));
                }
            }
        });
        const hit = copy.querySelector('#edge-paths-hit-test');
        if (hit) {
            hit.remove();
        }
        const { width, height } = canvas.viewBox.baseVal;
        copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
        copy.setAttribute('width', width);
        copy.setAttribute('height', height);
        copy.removeAttribute('style');
        const background = copy.querySelector('#background');
        background.setAttribute('width', width);
        background.setAttribute('height', height);
        background.style.fill = getComputedStyle(document.getElementById('target')).backgroundColor;
        return { text: new XMLSerializer().serializeToString(copy), width, height };
    }

    /** Gives the program a picture of the graph, as SVG or PNG. */
    async function picture({ kind }) {
        const { text, width, height } = svg();
        const blob = new Blob([text], { type: 'image/svg+xml' });
        if (kind === 'svg') {
            await exported('graph.svg', blob);
            return;
        }
        const image = new Image();
        image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(text)))}`;
        await image.decode();
        const scale = Math.min(2, 16000 / width, 16000 / height);
        const canvas = document.createElement('canvas');
        canvas.width = Math.max(1, Math.floor(width * scale));
        canvas.height = Math.max(1, Math.floor(height * scale));
        canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
        canvas.toBlob((png) => exported('graph.png', png), 'image/png');
    }

    function zoom({ by }) {
        if (view && view.target) {
            if (by > 0) {
                view.zoomIn();
            } else {
                view.zoomOut();
            }
        }
    }

    /** Netron's own choices of what is drawn with a node, and which way the graph runs. */
    function options(chosen) {
        const changed = Object.entries(chosen).filter(([name, value]) => view.options[name] !== value);
        for (const [name, value] of changed) {
            view._options[name] = value;
        }
        if (changed.length > 0 && view.target) {
            view.refresh();
        }
    }

    /** Netron knows dark only as a media query: switch those rules by hand, both ways. */
    function paint() {
        for (const sheet of document.styleSheets) {
            for (const rule of sheet.cssRules) {
                if (rule instanceof CSSMediaRule) {
                    rule.workbenchDark = rule.workbenchDark ||
                        /prefers-color-scheme:\s*dark/.test(rule.conditionText);
                    if (rule.workbenchDark) {
                        rule.media.mediaText = dark ? 'all' : 'not all';
                    }
                }
            }
        }
        document.documentElement.classList.toggle('workbench-dark', dark);
    }

    /** Takes Netron's wide margins from the drawing: what fits into the page needs no scroll bar. */
    function trim() {
        const target = view.target;
        const canvas = document.getElementById('canvas');
        const origin = document.getElementById('origin');
        if (!target || !canvas || !origin || !(target._width > 0)) {
            return;
        }
        const container = document.getElementById('target');
        const size = origin.getBBox();
        const width = Math.ceil(size.width) + 2 * MARGIN;
        const height = Math.ceil(size.height) + 2 * MARGIN;
        const left = container.scrollLeft - target.zoom * (target._width - width) / 2;
        const top = container.scrollTop - target.zoom * (target._height - height) / 2;
        origin.setAttribute('transform', `translate(${MARGIN - size.x}, ${MARGIN - size.y}) scale(1)`);
        for (const element of [canvas, document.getElementById('background')]) {
            element.setAttribute('width', width);
            element.setAttribute('height', height);
        }
        canvas.setAttribute('viewBox', `0 0 ${width} ${height}`);
        target._width = width;
        target._height = height;
        target.zoom = target.zoom;
        delete target._scrollLeft;
        delete target._scrollTop;
        container.scrollTo({ left, top, behavior: 'instant' });
    }

    async function open({ url, name, keep }) {
        const host = view.host;
        if (typeof host._openModel !== 'function') {
            workbench.send('reload');  // another Netron: the program loads the page anew
            return;
        }
        const container = document.getElementById('target');
        const old = keep && view.target
            ? { zoom: view.target.zoom, left: container.scrollLeft, top: container.scrollTop }
            : null;
        opening = true;
        const status = await host._openModel(host._url(url), name, null);
        opening = false;
        if (status === '' && old && view.target) {
            view.target.zoom = old.zoom;
            container.scrollTo({ left: old.left, top: old.top, behavior: 'instant' });
        }
    }

    function fit() {
        const canvas = document.getElementById('canvas');
        const container = document.getElementById('target');
        if (view && view.target && canvas) {
            const { width, height } = canvas.viewBox.baseVal;
            const zoom = Math.min(container.clientWidth / width, container.clientHeight / height);
            view.target.zoom = Math.min(zoom, 1);
            container.scrollTo({
                left: (container.scrollWidth - container.clientWidth) / 2,
                top: (container.scrollHeight - container.clientHeight) / 2,
                behavior: 'instant',
            });
        }
    }

    /** Drops the commands that the program has itself or that lead outside, with their keys. */
    function prune(menu) {
        const file = menu.items.find((group) => /File/.test(group.label));
        const help = menu.items.find((group) => /Help/.test(group.label));
        const dropped = new Set();
        if (help) {
            help.items.forEach((item) => dropped.add(item));
            menu.items = menu.items.filter((group) => group !== help);
        }
        if (file) {
            const opener = file.items.find((item) => /Open/.test(item.label));
            dropped.add(opener);
            file.items = file.items.filter((item) => item !== opener);
        }
        for (const [code, action] of Array.from(menu._accelerators)) {
            if (dropped.has(action) || (code & 0xff) === 0x7a) {  // F11 is the window's
                menu._accelerators.delete(code);
            }
        }
    }

    async function exported(name, blob) {
        const bytes = new Uint8Array(await blob.arrayBuffer());
        let binary = '';
        for (let i = 0; i < bytes.length; i += 0x8000) {
            binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
        }
        workbench.send('exported', { name, data: btoa(binary) });
    }

    function adopt(created) {
        view = created;
        const host = view.host;
        host._environment.packaged = false;  // no analytics, no 'Report' that opens a browser
        host.openURL = () => {};
        host.export = exported;
        const original = {
            start: host.start, open: view.open, render: view.render, error: view.error,
            refresh: view.refresh,
        };
        properties = view.showNodeProperties;
        view.showNodeProperties = (node, source) => {
            properties.call(view, node, source);
            workbench.send('chosen', keyOf(node));
        };
        view.refresh = async (...anchor) => {
            await original.refresh.apply(view, anchor);
            trim();
            mark();
        };
        host.start = async () => {
            prune(view._menu);
            await workbench.connect({
                open,
                fit,
                select,
                look,
                zoom,
                options,
                picture,
                find: () => view.find(),
                mark: (payload) => {
                    marks = payload.marks;
                    mark();
                },
                dark: (payload) => {
                    dark = payload.dark;
                    paint();
                },
                types: ({ id }) => workbench.send('answer', { id, value: types() }),
                forward: ({ chords }) => workbench.forward(chords),
            });
            paint();
            workbench.send('hello');
            opening = true;
            await original.start.call(host);
            opening = false;
        };
        view.open = async (context) => {
            const model = await original.open.call(view, context);
            if (model) {
                workbench.send('loaded', types());
            }
            return model;
        };
        view.render = async (...target) => {
            const status = await original.render.apply(view, target);
            trim();
            mark();
            return status;
        };
        view.error = async (error, name, screen) => {
            if (opening) {
                workbench.send('failed', error.message || String(error));
            } else {
                await original.error.call(view, error, name, screen);
            }
        };
    }

    Object.defineProperty(window, '__view__', { get: () => view, set: adopt });
    window.addEventListener('load', paint);
})();
