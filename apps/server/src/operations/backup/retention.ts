import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchName, sweepScratch } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets/index.ts'
import { isOfKey, readManifest } from './manifest.ts'

/** What a backup is called: in the order of the names the later ones come last. */
export const nameOf = (madeAt: string): string => `atrium-${madeAt.replace(/[-:.]/g, '')}`

const isName = (name: string): boolean => /^atrium-\d{8}T\d{9}Z$/.test(name)

/** The file beside a backup that has its secret key. */
export const secretFileBeside = (backup: string): string => `${backup}.secret-key`

/** What tells the scratch of a deployment from that of others whose backups share the folder. */
const tagOf = (secrets: Secrets): string => `.${secrets.digest('backup scratch', '').slice(0, 8)}`

/** A name for a backup while it is made or removed, which its own deployment sweeps once nobody does it any more. */
export const scratchOf = (backup: string, secrets: Secrets): string =>
  scratchName(`${backup}${tagOf(secrets)}`)

/** Removes from a folder the backups of a deployment that somebody who was killed had begun to make or to remove. */
export async function sweepHalf(folder: string, secrets: Secrets): Promise<void> {
  const tag = tagOf(secrets)
  await sweepScratch(folder, async (target) => {
    if (!target.endsWith(tag)) return false
    const backup = target.slice(0, -tag.length)
    if (!existsSync(backup)) await rm(secretFileBeside(backup), { force: true })
    return true
  })
}

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
    const backup = join(folder, name)
    const scratch = scratchOf(backup, secrets)
    // Whoever is killed meanwhile leaves no half of it under the name of a whole one.
    await rename(backup, scratch)
    await rm(secretFileBeside(backup), { force: true })
    await rm(scratch, { recursive: true })
  }
  return old.length
}
