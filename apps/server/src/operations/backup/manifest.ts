import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets/index.ts'

/** Documentation page and section about backing up an external database. */
export const externalPage = 'docs/operators/back-up.md#a-postgresql-of-your-own'

/** The file that describes a backup. A folder without it is not a backup. */
export const manifestName = 'backup.json'

/** The file with the hashes of all others, in the format of `sha256sum --check`. */
export const sumsName = 'SHA256SUMS'

/** Paths within a backup. */
export const parts = {
  /** The embedded PostgreSQL, as its own base backup writes it. */
  cluster: 'database.tar.gz',
  checkpoints: 'audit-heads',
  files: 'files',
  releases: 'releases',
  releaseKeys: 'release-keys.json',
} as const

const count = z.int().check(z.nonnegative())
const sha256 = z.string().check(z.regex(/^[\da-f]{64}$/))

const Facts = z.object({
  format: z.literal(1),
  /** The version of Atrium that made the backup. */
  atrium: z.string(),
  madeAt: z.iso.datetime(),
  database: z.object({
    form: z.literal('cluster'),
    postgres: z.string(),
    major: count,
    lastMigration: z.string(),
    /** Present in backups of earlier versions, whose seal covers it. */
    openBatch: z.optional(count),
  }),
  /** The newest seal before the copy began. */
  auditHead: z.optional(z.object({ number: count, hash: sha256, sealedAt: z.iso.datetime() })),
  /** The bucket with the contents of files, if the backup does not include them. */
  bucket: z.optional(z.object({ name: z.string(), endpoint: z.optional(z.string()) })),
  /** Totals by the first segment of the path. */
  holds: z.record(z.string(), z.object({ files: count, bytes: count })),
  /** The hash of the file of hashes. */
  sums: sha256,
  /** Digest that shows whether a key belongs to this backup. */
  keyProof: sha256,
})
/** The seal is a keyed hash of all other fields. */
const Manifest = z.extend(Facts, { seal: sha256 })
export type Manifest = z.output<typeof Manifest>

/** A manifest without the fields that `writeManifest` adds. */
export type BackupFacts = Omit<Manifest, 'format' | 'keyProof' | 'seal'>

const keyProofOf = (secrets: Secrets, madeAt: string): string => secrets.digest('backup key', madeAt)
/** Hashes the fields in schema order, whatever their order in the file. */
const sealOf = (secrets: Secrets, facts: z.output<typeof Facts>): string =>
  secrets.digest('backup', JSON.stringify(Facts.parse(facts)))

/** Writes the manifest, signed with the secret key. */
export async function writeManifest(folder: string, secrets: Secrets, facts: BackupFacts): Promise<void> {
  const known = { format: 1 as const, ...facts, keyProof: keyProofOf(secrets, facts.madeAt) }
  const manifest = { ...known, seal: sealOf(secrets, known) }
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
}

/** Returns whether a backup was made with this key. */
export const isOfKey = ({ keyProof, madeAt }: Manifest, secrets: Secrets): boolean =>
  keyProof === keyProofOf(secrets, madeAt)

/**
 * Reads a manifest without checking its seal.
 * @throws StartupError if the folder has no manifest, or this version cannot read it
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((cause: Error) => {
    throw new StartupError(`${folder} is not a backup: ${manifestName} is missing or cannot be read.`, {
      cause,
    })
  })
  try {
    const read = JSON.parse(text)
    if (read.format !== 1)
      throw new RangeError('it was written by another version of Atrium, so restore it with that version')
    return Manifest.parse(read)
  } catch (cause) {
    const reason = cause instanceof RangeError ? `: ${cause.message}` : ''
    throw new StartupError(`${join(folder, manifestName)} is damaged or has an unknown format${reason}.`, {
      cause,
    })
  }
}

/**
 * Checks the seal of a manifest.
 * @throws StartupError if the backup was made with another key, or the manifest was changed later
 */
export function checkSealed(folder: string, manifest: Manifest, secrets: Secrets): void {
  if (!isOfKey(manifest, secrets)) {
    throw new StartupError(
      `${folder} was made with another secret key: specify the key file beside that backup, or set SECRET_KEY to that key.`,
    )
  }
  if (manifest.seal !== sealOf(secrets, manifest)) {
    throw new StartupError(
      `${join(folder, manifestName)} was changed after the backup was made. Use another backup.`,
    )
  }
}
