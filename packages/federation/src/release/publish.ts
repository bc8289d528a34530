import { cp, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from './build-app.ts'
import { readManifest, releasesOf } from './registry.ts'

/** Time for which files of earlier builds are kept for pages that are still open, one week in milliseconds. */
const staleAfter = 7 * 24 * 60 * 60 * 1000

const isEntryPoint = (file: string): boolean => /\.json(\.br|\.gz)?$/.test(file)

/**
 * Copies a build into the served folder. Copies files with a hash in their name first, then the entry points, so that
 * no entry point names a missing file.
 */
export async function publish(built: string, served: string): Promise<void> {
  await mkdir(served, { recursive: true })
  const files = await readdir(built)
  const now = new Date()
  for (const file of files.toSorted((a, b) => Number(isEntryPoint(a)) - Number(isEntryPoint(b)))) {
    const incoming = join(served, `.${file}.incoming`)
    await cp(join(built, file), incoming)
    await utimes(incoming, now, now)
    await rename(incoming, join(served, file))
  }
  await removeStale(served, new Set(files))
}

async function removeStale(served: string, current: ReadonlySet<string>): Promise<void> {
  for (const file of await readdir(served)) {
    if (current.has(file)) continue
    const path = join(served, file)
    if (Date.now() - (await stat(path)).mtimeMs > staleAfter) await rm(path, { recursive: true })
  }
}

/**
 * Copies a remote's build into its versioned folder inside the served folder. An existing folder is kept, because its
 * version contains a hash of its inputs.
 */
export async function publishRelease(built: string, web: string): Promise<void> {
  const { manifest } = await readManifest(built)
  const releases = join(web, releasesOf(manifest.name))
  const served = join(releases, manifest.version)
  await mkdir(releases, { recursive: true })
  await rm(`${served}.incoming`, { recursive: true, force: true })
  if (await exists(served)) await utimes(served, new Date(), new Date())
  else {
    await cp(built, `${served}.incoming`, { recursive: true })
    await rename(`${served}.incoming`, served)
  }
  await removeStale(releases, new Set([manifest.version]))
}

/** Writes a file atomically, so that readers never see a partial file. */
export async function writeWhole(file: string, content: string): Promise<void> {
  await writeFile(`${file}.incoming`, content)
  await rename(`${file}.incoming`, file)
}

/** Writes a JSON file atomically. */
export const writeJson = (file: string, value: unknown): Promise<void> =>
  writeWhole(file, `${JSON.stringify(value)}\n`)
