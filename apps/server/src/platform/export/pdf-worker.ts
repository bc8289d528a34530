import { parentPort, workerData } from 'node:worker_threads'
import { openSync } from 'fontkit'
import pdfmake from 'pdfmake'
import type { PdfFonts, PdfReport } from './pdf-report.ts'

const { report, fonts } = workerData as { readonly report: PdfReport; readonly fonts: PdfFonts }
const { title, language, cover, columns, rows, attachment } = report

const normal = openSync(fonts.normal)
const drawable = 'hasGlyphForCodePoint' in normal ? normal.hasGlyphForCodePoint.bind(normal) : () => false

/** Returns a character that the font can draw, or its number: PDF/A forbids the empty box for unknown characters. */
const shownCharacter = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (character === '\n' || drawable(code)) return character
  if (character === '\t' || character === '\r') return ' '
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

const shown = (text: string): string => Array.from(text, shownCharacter).join('')

const bold = (text: string) => ({ text: shown(text), bold: true })

const file = {
  // The library takes the content of a file only as a data address.
  src: `data:${attachment.mediaType};base64,${Buffer.from(attachment.content).toString('base64')}`,
  name: attachment.name,
  description: attachment.description,
  type: attachment.mediaType,
  relationship: 'Data',
}

// The worker draws one report, so the settings of the module are set once.
pdfmake.setFonts({ report: fonts })
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path))

const bytes = await pdfmake
  .createPdf({
    version: '1.7',
    // Level b: the library writes no tags, which level a requires.
    subset: 'PDF/A-3b',
    displayTitle: true,
    language: language === 'zh' ? 'zh-CN' : 'en',
    info: { title },
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: 36,
    defaultStyle: { font: 'report', fontSize: 8, lineHeight: 1.15 },
    files: { attachment: file },
    footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'center', margin: [0, 10, 0, 0] }),
    content: [
      { ...bold(title), fontSize: 22, margin: [0, 40, 0, 24] },
      {
        layout: 'noBorders',
        fontSize: 10,
        table: {
          widths: [140, '*'],
          body: cover.map(([name, value]) => [bold(name), shown(value)]),
        },
      },
      {
        pageBreak: 'before',
        table: {
          headerRows: 1,
          widths: columns.map(({ width = '*' }) => width),
          body: [columns.map((column) => bold(column.title)), ...rows.map((row) => row.map(shown))],
        },
      },
    ],
  })
  .getBuffer()

parentPort?.postMessage(bytes)
