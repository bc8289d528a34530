import { escapeHtml } from '../../packages/federation/src/html/escape.ts'
import type { Column, DocumentRow, PackDocument, Section } from './document.ts'

const style = `
:root { color-scheme: light dark; font: 14px/1.5 "Helvetica Neue", Arial, "Liberation Sans", sans-serif;
  --text: light-dark(#1d2129, #e5e6eb); --quiet: light-dark(#4e5969, #a9aeb8); --line: light-dark(#c9cdd4, #4e5969);
  --head: light-dark(#f2f3f5, #2a2a2b); --bad: light-dark(#ffece8, #4d1b1e); --badText: light-dark(#a1151e, #ffb4ab);
  --warning: light-dark(#fff7e8, #40331b); --link: light-dark(#0e42d2, #8ab4ff); }
:lang(zh) { font-family: "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif; }
body { margin: 0 auto; max-width: 1200px; padding: 32px 24px; color: var(--text); background: light-dark(#fff, #17171a); }
h1 { font-size: 30px; line-height: 1.3; }
h2 { margin-top: 48px; font-size: 20px; }
p { color: var(--quiet); max-width: 80em; white-space: pre-line; }
a { color: var(--link); }
.wide { overflow-x: auto; }
.wide table { min-width: 760px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: 6px 8px; border: 1px solid var(--line); text-align: left; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; }
thead th, .cover th { background: var(--head); }
.bad td { background: var(--bad); }
.bad td:last-child { color: var(--badText); font-weight: 600; }
.warning td { background: var(--warning); }
.blank td { height: 72px; }
.cover th { width: 28%; font-weight: 600; }
nav li { padding: 3px 0; }
nav a { display: flex; justify-content: space-between; }
@media print {
  :root { color-scheme: light; font-size: 11px; }
  body { max-width: none; padding: 0; }
  h1 { margin-top: 120px; margin-bottom: 40px; }
  h2, p { break-after: avoid; }
  h2 { margin-top: 24px; }
  nav, #scope, #signatures { break-before: page; }
  th, td { padding: 3px 6px; }
  .wide { overflow: visible; }
  tr, .cover, #signatures { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
`

/** Returns the size of printed pages, with their numbers. */
const pageStyle = (footer: string): string => `
@page { size: A4 landscape; margin: 14mm 12mm 16mm;
  @bottom-left { content: "${footer}"; font-size: 9px; color: #4e5969; }
  @bottom-right { content: counter(page) " / " counter(pages); font-size: 9px; color: #4e5969; } }
`

const columnOf = ({ width }: Column): string => (width ? `<col style="width: ${width}%">` : '<col>')

const rowOf = ({ cells, tone }: DocumentRow): string =>
  `<tr${tone ? ` class="${tone}"` : ''}>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`

function sectionOf({ id, title, note, columns, rows }: Section, index: number, none: string): string {
  const titles = columns.map((column) => `<th scope="col">${escapeHtml(column.title)}</th>`)
  const table =
    rows.length === 0
      ? `<p>${escapeHtml(none)}</p>`
      : `<div class="wide"><table><colgroup>${columns.map(columnOf).join('')}</colgroup>
<thead><tr>${titles.join('')}</tr></thead><tbody>
${rows.map(rowOf).join('\n')}
</tbody></table></div>`
  return `<section id="${id}"><h2>${index + 1} ${escapeHtml(title)}</h2>
<p>${escapeHtml(note)}</p>
${table}</section>`
}

/**
 * Returns a pack as one page that loads nothing.
 * @param pages numbers of the pages on which the sections begin, for the printed contents
 */
export function htmlOf(document: PackDocument, pages: ReadonlyMap<string, string> = new Map()): string {
  const { language, title, footer, cover, contents, sections, none } = document
  const facts = cover.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  const links = sections.map(
    ({ id, title: name }) =>
      `<li><a href="#${id}"><span>${escapeHtml(name)}</span><span>${pages.get(id) ?? ''}</span></a></li>`,
  )
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${style}${pageStyle(footer)}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<table class="cover"><tbody>
${facts.join('\n')}
</tbody></table>
<nav><h2>${escapeHtml(contents)}</h2><ol>
${links.join('\n')}
</ol></nav>
${sections.map((section, index) => sectionOf(section, index, none)).join('\n')}
</body>
</html>
`
}
