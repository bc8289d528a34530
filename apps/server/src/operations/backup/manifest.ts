import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets/index.ts'

/** The file of a backup that says what the backup is. A folder that has none is no backup. */
export const manifestName = 'backup.json'

/** The file that has the hashes of all others, as `sha256sum --check` reads it. */
export const sumsName = 'SHA256SUMS'

/** Where what a backup holds is within its folder. */
export const places = {
  /** A cluster, as PostgreSQL's own copy of it. */
  cluster: 'database.tar.gz',
  /** A database, as pg_dump writes it. */
  dump: 'database.dump',
  heads: 'audit-heads',
  files: 'files',
  releases: 'releases',
  releaseKeys: 'release-keys.json',
} as const

const count = z.int().check(z.nonnegative())
const sha256 = z.string().check(z.regex(/^[\da-f]{64}$/))

const Facts = z.object({
  format: z.literal(1),
  /** Versions of Atrium, and of PostgreSQL and what has read it. */
  atrium: z.string(),
  madeAt: z.iso.datetime(),
  database: z.object({
    /** All of the embedded PostgreSQL, or one database of another. */
    form: z.enum(['cluster', 'dump']),
    postgres: z.string(),
    major: count,
    /** The major version of pg_dump. */
    client: z.optional(count),
    lastMigration: z.string(),
    /** The number of the open batch of the audit trail before the copy was begun. */
    openBatch: count,
  }),
  /** The newest seal before the copy was begun. */
  auditHead: z.optional(z.object({ number: count, hash: sha256, sealedAt: z.iso.datetime() })),
  /** Where the contents of files are that are not in the backup. */
  bucket: z.optional(z.object({ name: z.string(), endpoint: z.optional(z.string()) })),
  /** By the first part of the path. */
  holds: z.record(z.string(), z.object({ files: count, bytes: count })),
  /** The hash of the file of hashes. */
  sums: sha256,
  /** Tells whether a key is that of the backup. */
  keyProof: sha256,
})
/** The keyed hash of all else makes it one. */
const Manifest = z.extend(Facts, { seal: sha256 })
export type Manifest = z.output<typeof Manifest>

/** What a backup is, without what its key adds. */
export type BackupFacts = Omit<Manifest, 'format' | 'keyProof' | 'seal'>

const keyProofOf = (secrets: Secrets, madeAt: string): string => secrets.digest('backup key', madeAt)
/** In the order of the shape, whatever order they came in. */
const sealOf = (secrets: Secrets, facts: z.output<typeof Facts>): string =>
  secrets.digest('backup', JSON.stringify(Facts.parse(facts)))

/** Writes what a backup is, which makes it one. */
export async function writeManifest(folder: string, secrets: Secrets, facts: BackupFacts): Promise<void> {
  const known = { format: 1 as const, ...facts, keyProof: keyProofOf(secrets, facts.madeAt) }
  const manifest = { ...known, seal: sealOf(secrets, known) }
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
}

/** Whether a backup was made by the deployment of this key. */
export const isOfKey = ({ keyProof, madeAt }: Manifest, secrets: Secrets): boolean =>
  keyProof === keyProofOf(secrets, madeAt)

/** Reads what a backup is, without trusting it yet. @throws StartupError where it is none, or of a later version */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((cause: Error) => {
    throw new StartupError(`${folder} is no backup: it has no ${manifestName} that can be read.`, { cause })
  })
  try {
    const read = JSON.parse(text)
    if (read.format !== 1) throw new RangeError('the format is of another version of Atrium')
    return Manifest.parse(read)
  } catch (cause) {
    const reason = cause instanceof RangeError ? `: ${cause.message}` : ''
    throw new StartupError(`${join(folder, manifestName)} is damaged or cannot be understood${reason}.`, {
      cause,
    })
  }
}

/** @throws StartupError where the key is another one than the backup was made with, or what it says was changed since */
export function checkSealed(folder: string, manifest: Manifest, secrets: Secrets): void {
  if (!isOfKey(manifest, secrets)) {
    throw new StartupError(
      `The secret key is not that of ${folder}: name the file that was written beside it, or SECRET_KEY as it was.`,
    )
  }
  if (manifest.seal !== sealOf(secrets, manifest)) {
    throw new StartupError(`${join(folder, manifestName)} was changed since the backup was made.`)
  }
}
