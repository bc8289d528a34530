import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchName, sweepScratch } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets/index.ts'
import { isOfKey, readManifest } from './manifest.ts'

/** Returns the folder name of a backup. Names sort by the time they were made. */
export const nameOf = (madeAt: string): string => `atrium-${madeAt.replace(/[-:.]/g, '')}`

const isName = (name: string): boolean => /^atrium-\d{8}T\d{9}Z$/.test(name)

/** Returns the file beside a backup that contains its secret key. */
export const secretFileBeside = (backup: string): string => `${backup}.secret-key`

/**
 * Returns the tag in the names of a deployment's temporary folders, since several deployments may share a backups
 * folder.
 */
const tagOf = (secrets: Secrets): string => `.${secrets.digest('backup scratch', '').slice(0, 8)}`

/** Returns the temporary name of a backup that is being made or removed. `sweepHalf` removes it once that process is gone. */
export const scratchOf = (backup: string, secrets: Secrets): string =>
  scratchName(`${backup}${tagOf(secrets)}`)

/** Removes the half-made and half-removed backups that killed processes of this deployment left in a folder. */
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
 * Removes the oldest backups of a deployment from a folder that other deployments may share.
 * @param keep number of backups to keep
 * @returns number of backups removed
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
    // Renamed first, so that a killed process leaves no half-removed backup under the name of a complete one.
    await rename(backup, scratch)
    await rm(secretFileBeside(backup), { force: true })
    await rm(scratch, { recursive: true })
  }
  return old.length
}
