// What Monaco lacks: TOML (op.toml and project.toml) and the two themes of the program.
'use strict';

function defineLanguages(monaco) {
    monaco.languages.register({ id: 'toml', extensions: ['.toml'] });
    monaco.languages.setLanguageConfiguration('toml', {
        comments: { lineComment: '#' },
        brackets: [['[', ']'], ['{', '}']],
        autoClosingPairs: ['[]', '{}', '""', "''"].map(([open, close]) => ({ open, close })),
    });
    monaco.languages.setMonarchTokensProvider('toml', {
        tokenizer: {
            root: [
                [/^\s*\[\[?[^\]]*\]\]?/, 'type'],
                [/[A-Za-z_][\w-]*(?=\s*[.=])/, 'variable'],
                { include: 'value' },
            ],
            value: [
                [/#.*$/, 'comment'],
                [/"""/, 'string', '@basic'],
                [/'''/, 'string', '@literal'],
                [/"([^"\\]|\\.)*"/, 'string'],
                [/'[^']*'/, 'string'],
                [/\b(true|false)\b/, 'keyword'],
                [/\d{4}-\d\d-\d\d([T ][\d:.+Z-]+)?/, 'number'],
                [/[+-]?(0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|inf|nan)\b/, 'number'],
                [/[+-]?\d[\d_]*(\.[\d_]+)?([eE][+-]?\d+)?/, 'number'],
            ],
            basic: [[/"""/, 'string', '@pop'], [/[^"]+|"/, 'string']],
            literal: [[/'''/, 'string', '@pop'], [/[^']+|'/, 'string']],
        },
    });
}

function defineThemes(monaco) {
    monaco.editor.defineTheme('workbench-light', {
        base: 'vs',
        inherit: true,
        rules: [
            { token: 'comment', foreground: '5f7a61', fontStyle: 'italic' },
            { token: 'keyword', foreground: '7a2fbf' },
            { token: 'string', foreground: '9a3412' },
            { token: 'number', foreground: '0a6b8a' },
            { token: 'type', foreground: '0f5f9e' },
        ],
        colors: {
            'editor.background': '#ffffff',
            'editorLineNumber.foreground': '#9aa0a8',
            'editorLineNumber.activeForeground': '#3c4149',
            'editor.lineHighlightBackground': '#f4f6f9',
            'editor.lineHighlightBorder': '#00000000',
            'editorIndentGuide.background': '#e6e8ec',
            'editorBracketHighlight.foreground1': '#0f5f9e',
            'editorBracketHighlight.foreground2': '#9a5b00',
            'editorBracketHighlight.foreground3': '#7a2fbf',
        },
    });
    monaco.editor.defineTheme('workbench-dark', {
        base: 'vs-dark',
        inherit: true,
        rules: [
            { token: 'comment', foreground: '7f9f7f', fontStyle: 'italic' },
            { token: 'keyword', foreground: 'c594e8' },
            { token: 'string', foreground: 'e0a878' },
            { token: 'number', foreground: '8fd0c8' },
            { token: 'type', foreground: '82b4f0' },
        ],
        colors: {
            'editor.background': '#1e1f22',
            'editor.foreground': '#d5d8dd',
            'editorLineNumber.foreground': '#5b6069',
            'editorLineNumber.activeForeground': '#b9bec7',
            'editor.lineHighlightBackground': '#26282c',
            'editor.lineHighlightBorder': '#00000000',
            'editorIndentGuide.background': '#33363b',
            'editorWidget.background': '#2a2c30',
            'editorBracketHighlight.foreground1': '#82b4f0',
            'editorBracketHighlight.foreground2': '#e5c07b',
            'editorBracketHighlight.foreground3': '#c594e8',
        },
    });
}
