import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { CommandFailure } from '../command.ts'
import { testedChromium } from '../test/chromium.ts'
import type { PackDocument } from './document.ts'
import { htmlOf } from './html.ts'

/** Returns the page on which each section of a PDF begins. */
async function pagesIn(path: string): Promise<Map<string, string>> {
  const { stdout } = await promisify(execFile)('pdfinfo', ['-dests', path]).catch(() => {
    throw new CommandFailure('pdfinfo is missing. Install poppler-utils.')
  })
  return new Map(
    [...stdout.matchAll(/^ *(\d+) .*"(\w+)"$/gm)].map(([, page = '', id = '']) => [id, page] as const),
  )
}

/** Prints packs to PDF with Chromium. Each is printed twice: the second time its contents have page numbers. */
export async function printPdfs(
  packs: readonly { readonly document: PackDocument; readonly path: string }[],
): Promise<void> {
  const executablePath = testedChromium()
  const browser = await chromium
    .launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
    .catch((cause: unknown) => {
      throw new CommandFailure(`Chromium does not start. Run pnpm test first. ${String(cause)}`)
    })
  try {
    const page = await browser.newPage()
    const print = async (html: string, path: string) => {
      await page.setContent(html)
      await page.pdf({ path, preferCSSPageSize: true, printBackground: true, outline: true, tagged: true })
    }
    for (const { document, path } of packs) {
      await print(htmlOf(document), path)
      await print(htmlOf(document, await pagesIn(path)), path)
    }
  } finally {
    await browser.close()
  }
}
