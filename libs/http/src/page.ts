const STYLE = `
:root { color-scheme: light dark; --ink: #16202c; --paper: #fbfaf7; --soft: #5d6b7a; --line: #dcd8cf; --accent: #0b6e5f }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e0; --paper: #12171c; --soft: #98a4b0; --line: #2b333b; --accent: #5cc8b2 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.6 system-ui, sans-serif }
main { max-width: 52rem; margin: 0 auto; padding: 4rem 1.5rem }
header { color: var(--soft); letter-spacing: .08em; text-transform: uppercase; font-size: .75rem; margin-bottom: 3rem }
header a { color: inherit; text-decoration: none }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem }
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0 0 1rem; letter-spacing: -.02em }
.status { color: var(--accent); font-weight: 600; margin: 0 }
a { color: var(--accent) }
code { font: .9em ui-monospace, monospace }
pre.wrapped { white-space: pre-wrap; overflow-wrap: anywhere }
pre { overflow-x: auto; padding: 1rem; border: 1px solid var(--line); line-height: 1.45; font-size: .88rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem }
dt { color: var(--soft) } dd { margin: 0 }
table { border-collapse: collapse; width: 100%; font-size: .92rem }
th, td { text-align: left; vertical-align: top; padding: .55rem .8rem .55rem 0; border-bottom: 1px solid var(--line) }
th { color: var(--soft); font-weight: 500 } th[align=right], td[align=right] { text-align: right }
@media (max-width: 40rem) {
  main { padding: 2rem 1rem }
  header { margin-bottom: 2rem }
  h1 { font-size: 1.8rem }
  p code, li code, dd code { overflow-wrap: anywhere }
  h1, h2, h3 { overflow-wrap: anywhere }
  dl { display: block } dd { margin-bottom: .8rem }
  table { display: block; overflow-x: auto }
  table.list thead { display: none }
  table.list :is(tbody, tr, td:last-child) { display: block }
  table.list tr { padding: .55rem 0; border-bottom: 1px solid var(--line) }
  table.list td { padding: 0 .8rem 0 0; border: 0 }
}`;

/** A self-contained HTML page. `body` is trusted HTML: put everything else through {@link escapeHtml}. */
export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Corridor</title><style>${STYLE}</style></head>
<body><main><header><a href="/">Corridor</a></header>${body}</main></body></html>`;

/** Text as HTML, with text between backticks as code. */
export const prose = (raw: string): string => escapeHtml(raw).replace(/&#96;(.+?)&#96;/g, '<code>$1</code>');

/** Text as HTML. */
export const escapeHtml = (raw: string): string =>
  raw.replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`);
