import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../secrets/index.ts'
import { isOfKey, readManifest } from './manifest.ts'

/** What a backup is called: in the order of the names the later ones come last. */
export const nameOf = (madeAt: string): string => `atrium-${madeAt.replace(/[-:.]/g, '')}`

const isName = (name: string): boolean => /^atrium-\d{8}T\d{9}Z$/.test(name)

/** The file beside a backup that has its secret key. */
export const secretFileBeside = (backup: string): string => `${backup}.secret-key`

/**
 * Removes the oldest backups of a deployment from a folder, which others may share.
 *
 * @param keep how many stay
 * @returns how many were removed
 */
export async function removeOld(folder: string, keep: number, secrets: Secrets): Promise<number> {
  const own: string[] = []
  for (const name of (await readdir(folder)).filter(isName).toSorted()) {
    const manifest = await readManifest(join(folder, name)).catch(() => undefined)
    if (manifest && isOfKey(manifest, secrets)) own.push(name)
  }
  const old = own.slice(0, Math.max(0, own.length - keep))
  for (const name of old) {
    await rm(join(folder, name), { recursive: true })
    await rm(secretFileBeside(join(folder, name)), { force: true })
  }
  return old.length
}
