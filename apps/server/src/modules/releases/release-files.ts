import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { ReleaseManifest } from '@atrium/federation/registry'

/** Expected properties of a release file. */
type Facts = ReleaseManifest['files'][string]

/** Stored forms of a file by file name suffix, with their decoders. */
const forms = { '': undefined, '.br': createBrotliDecompress, '.gz': createGunzip } as const
type Form = keyof typeof forms

const kindOf = (path: string) => lstat(path).catch(() => undefined)

/**
 * Returns whether a file, in all its forms, is a regular file in a release's own folder. A symbolic link, of the file
 * or its folders, could lead to anything that the server can read.
 * @param folder `<name>/<version>` below a folder of releases
 */
export async function isOwnFile(folder: string, file: string): Promise<boolean> {
  const [found, brotli, gzip, ...above] = await Promise.all(
    [...Object.keys(forms).map((form) => join(folder, file + form)), folder, dirname(folder)].map(kindOf),
  )
  return (
    found?.isFile() === true &&
    [brotli, gzip].every((one) => one === undefined || one.isFile()) &&
    above.every((one) => one?.isDirectory())
  )
}

/** Returns whether one form of a file has the expected content. Reads at most the expected size. */
async function holds(path: string, form: Form, { integrity, size }: Facts): Promise<boolean> {
  const stored = createReadStream(path)
  const decoder = forms[form]?.()
  // The loop over `content` handles errors of the pipeline.
  const content = decoder ? pipeline(stored, decoder, () => {}) : stored
  const hash = createHash('sha384')
  let length = 0
  try {
    for await (const piece of content) {
      length += piece.length
      if (length > size) return false
      hash.update(piece)
    }
  } catch {
    return false
  } finally {
    stored.destroy()
  }
  return length === size && `sha384-${hash.digest('base64')}` === integrity
}

/**
 * Returns the files of a release's folder that are missing or differ, in any form that browsers can get.
 * @param files the expected files by name
 */
export async function wrongFiles(folder: string, files: Readonly<Record<string, Facts>>): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, facts] of Object.entries(files)) {
    if (!(await isOwnFile(folder, name))) {
      wrong.push(name)
      continue
    }
    for (const form of Object.keys(forms) as Form[]) {
      const path = join(folder, name + form)
      // Compressed forms are optional.
      const isThere = form === '' || (await kindOf(path)) !== undefined
      if (isThere && !(await holds(path, form, facts))) wrong.push(name + form)
    }
  }
  return wrong
}
