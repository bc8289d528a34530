import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const text = /\.(js|css|svg|json)$/
/** Minimum file size worth compressing, in bytes. */
const worthwhile = 256

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < worthwhile) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${file}.br`, await brotli(content, { params }))
  await writeFile(`${file}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION }))
}

/** Writes a `.br` and a `.gz` copy of every text file in a folder, which the server sends unchanged. */
export async function compressFolder(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => text.test(name))
  const sizes = await Promise.all(
    names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })),
  )
  // Start with the largest files, so that no large file is left running alone at the end.
  sizes.sort((a, b) => b.size - a.size)
  await Promise.all(sizes.map(({ name }) => compressFile(join(folder, name))))
}
