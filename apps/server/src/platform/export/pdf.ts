import { once } from 'node:events'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PdfFonts, PdfReport } from './pdf-report.ts'

/** The worker's module: beside this file, or beside the program that contains this file in the package. */
const workerFile = new URL(`./pdf-worker${extname(import.meta.url)}`, import.meta.url)

/** Maximum memory of the objects of a worker, in MB. A larger report fails without taking the server's memory. */
const maxMemory = 1024

/** Returns the paths of the bundled fonts. Source: Noto Sans Hans, SIL Open Font License 1.1. */
function bundledFonts(): PdfFonts {
  const entry = createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')
  const pathOf = (weight: string) =>
    fileURLToPath(new URL(`../fonts/NotoSansHans-${weight}.otf`, pathToFileURL(entry)))
  return { normal: pathOf('Regular'), bold: pathOf('Bold') }
}

async function draw(report: PdfReport, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted()
  const worker = new Worker(workerFile, {
    workerData: { report, fonts: bundledFonts() },
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
  })
  try {
    const [bytes] = (await once(worker, 'message', { signal })) as [Uint8Array]
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } finally {
    await worker.terminate()
  }
}

/** Ends when the last of the reports that are drawn, or wait for it, is done. */
let last = Promise.resolve()

/**
 * Draws a report as PDF/A-3b with embedded fonts. A worker draws it: a long report takes seconds, and the server has to
 * respond to others meanwhile. The reports of a process are drawn one after the other, so that they need
 * the memory of one worker.
 * @param signal ends the drawing, or the wait for it, when it is aborted
 */
export async function drawPdf(report: PdfReport, signal: AbortSignal): Promise<Buffer> {
  const { promise: done, resolve: end } = Promise.withResolvers<void>()
  const turn = last
  last = turn.then(() => done)
  try {
    signal.throwIfAborted()
    await Promise.race([turn, once(signal, 'abort')])
    return await draw(report, signal)
  } finally {
    end()
  }
}
