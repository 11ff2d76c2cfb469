// What a language server knows, in Monaco's terms: completion, hover, signatures, definitions and
// the outline of C++ files, and formatting; of op.toml completion and hover. ask(model, method, params, token) resolves to the
// protocol's result, or to null where there is none.
'use strict';

const assist = (() => {
    const LANGUAGES = ['cpp', 'c'];
    // The protocol's kinds, from 1, by Monaco's names.
    const KINDS = [
        'Text', 'Method', 'Function', 'Constructor', 'Field', 'Variable', 'Class', 'Interface',
        'Module', 'Property', 'Unit', 'Value', 'Enum', 'Keyword', 'Snippet', 'Color', 'File',
        'Reference', 'Folder', 'EnumMember', 'Constant', 'Struct', 'Event', 'Operator',
        'TypeParameter',
    ];

    const place = (position) => ({
        position: { line: position.lineNumber - 1, character: position.column - 1 },
    });

    const range = ({ start, end }) => ({
        startLineNumber: start.line + 1,
        startColumn: start.character + 1,
        endLineNumber: end.line + 1,
        endColumn: end.character + 1,
    });

    function markdown(content) {
        const parts = Array.isArray(content) ? content : [content];
        return parts.filter(Boolean).map((part) => {
            if (typeof part === 'string') {
                return { value: part };
            }
            return part.kind === 'plaintext' ? { value: '```text\n' + part.value + '\n```' } : part;
        });
    }

    function suggestion(monaco, item, fallback) {
        const name = item.filterText || item.label.trim();
        const label = item.label.replace(/^[\s\u2022]+/, '');
        const snippet = item.insertTextFormat === 2;
        return {
            label: label.startsWith(name)
                ? { label: name, detail: label.slice(name.length), description: item.detail }
                : label,
            kind: monaco.languages.CompletionItemKind[KINDS[item.kind - 1] || 'Text'],
            documentation: markdown(item.documentation)[0],
            sortText: item.sortText,
            filterText: item.filterText,
            insertText: item.textEdit ? item.textEdit.newText : item.insertText || name,
            insertTextRules: snippet
                ? monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet : undefined,
            range: item.textEdit ? range(item.textEdit.range) : fallback,
            additionalTextEdits: (item.additionalTextEdits || []).map(
                (edit) => ({ range: range(edit.range), text: edit.newText })),
        };
    }

    function symbol(item) {
        return {
            name: item.name,
            detail: item.detail || '',
            kind: item.kind - 1,
            tags: [],
            range: range(item.range),
            selectionRange: range(item.selectionRange),
            children: (item.children || []).map(symbol),
        };
    }

    function define(monaco, ask) {
        const word = (model, position) => {
            const { startColumn, endColumn } = model.getWordUntilPosition(position);
            const line = position.lineNumber;
            return { startLineNumber: line, startColumn, endLineNumber: line, endColumn };
        };
        const providers = {
            registerCompletionItemProvider: {
                triggerCharacters: ['.', '>', ':', '<', '"', '/'],
                async provideCompletionItems(model, position, context, token) {
                    const params = {
                        ...place(position),
                        context: {
                            triggerKind: context.triggerKind + 1,
                            triggerCharacter: context.triggerCharacter,
                        },
                    };
                    const found = await ask(model, 'textDocument/completion', params, token);
                    const items = (found && found.items) || [];
                    const fallback = word(model, position);
                    return {
                        suggestions: items.map((item) => suggestion(monaco, item, fallback)),
                        incomplete: Boolean(found && found.isIncomplete),
                    };
                },
            },
            registerSignatureHelpProvider: {
                signatureHelpTriggerCharacters: ['(', ',', '{', '<'],
                async provideSignatureHelp(model, position, token) {
                    const found = await ask(
                        model, 'textDocument/signatureHelp', place(position), token);
                    if (!found || !found.signatures.length) {
                        return null;
                    }
                    const signatures = found.signatures.map((signature) => ({
                        ...signature,
                        documentation: markdown(signature.documentation)[0],
                        parameters: (signature.parameters || []).map((parameter) => ({
                            ...parameter,
                            documentation: markdown(parameter.documentation)[0],
                        })),
                    }));
                    return { value: { ...found, signatures }, dispose() {} };
                },
            },
            registerHoverProvider: {
                async provideHover(model, position, token) {
                    const found = await ask(model, 'textDocument/hover', place(position), token);
                    return found && {
                        contents: markdown(found.contents),
                        range: found.range && range(found.range),
                    };
                },
            },
            registerDefinitionProvider: {
                async provideDefinition(model, position, token) {
                    const found = await ask(
                        model, 'textDocument/definition', place(position), token);
                    return (found || []).map((location) => ({
                        uri: monaco.Uri.parse(location.uri),
                        range: range(location.range),
                    }));
                },
            },
            registerDocumentSymbolProvider: {
                async provideDocumentSymbols(model, token) {
                    const found = await ask(model, 'textDocument/documentSymbol', {}, token);
                    return (found || []).map(symbol);
                },
            },
            registerCodeActionProvider: {
                async provideCodeActions(model, at, context, token) {
                    const found = (await ask(model, 'fixes', {}, token)) || [];
                    const here = found.filter(
                        (fix) => monaco.Range.areIntersectingOrTouching(fix.range, at));
                    const actions = here.map((fix) => ({
                        title: fix.title,
                        kind: 'quickfix',
                        diagnostics: context.markers.filter(
                            (marker) => monaco.Range.areIntersectingOrTouching(fix.range, marker)),
                        edit: {
                            edits: fix.edits.map((edit) => ({
                                resource: model.uri,
                                edit,
                                modelVersionId: model.getVersionId(),
                            })),
                        },
                    }));
                    return { actions, dispose() {} };
                },
            },
            registerDocumentFormattingEditProvider: {
                displayName: 'clang-format',
                async provideDocumentFormattingEdits(model, _options, token) {
                    const text = await ask(model, 'format', {}, token);
                    // Monaco itself makes the smallest edits of it, so that the cursor stays.
                    return text === null || model.isDisposed()
                        ? [] : [{ range: model.getFullModelRange(), text }];
                },
            },
        };
        for (const [register, provider] of Object.entries(providers)) {
            monaco.languages[register](LANGUAGES, provider);
        }
        monaco.languages.registerHoverProvider('toml', providers.registerHoverProvider);
        monaco.languages.registerCompletionItemProvider('toml', {
            ...providers.registerCompletionItemProvider, triggerCharacters: ['"', '[', '.', '/'],
        });
    }

    return { define };
})();
