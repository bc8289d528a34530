import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Maximum length of the text of a PDF, in bytes. */
const maxBuffer = 100_000_000

/** Returns whether bytes are a PDF. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString() === '%PDF-'

/**
 * Returns the text of the pages of a PDF and of the files attached to it. Its bytes have the time and a random id in
 * them, also compressed, so that two PDFs never have the same.
 */
export async function textOfPdf(bytes: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-blinding-'))
  try {
    const [file, attached] = [join(folder, 'received.pdf'), join(folder, 'attached')]
    await writeFile(file, bytes)
    const { stdout } = await run('pdftotext', ['-raw', file, '-'], { maxBuffer })
    await mkdir(attached)
    await run('pdfdetach', ['-saveall', '-o', attached, file])
    const names = (await readdir(attached)).toSorted()
    const contents = names.map(async (name) => `${name}: ${await readFile(join(attached, name), 'utf8')}`)
    return Buffer.from([stdout, ...(await Promise.all(contents))].join('\n'))
  } finally {
    await rm(folder, { recursive: true })
  }
}
