import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { StartupError } from '../../database/index.ts'
import { BrokenLines, readLines, writeLines, writeText } from '../lines.ts'
import { type FileStore, MissingContent } from '../store.ts'

/*
 * An archive consists of two files in a folder or bucket: lines of JSON, and a signed manifest that describes them.
 * The manifest is written last, so an archive without it is incomplete.
 */

/** Returns the names of an archive's files. */
export const filesOf = (name: string) => ({ lines: `${name}.jsonl.gz`, manifest: `${name}.json` })

/** A whole number, 0 or more. */
export const count = z.int().check(z.nonnegative())

/** Fields of every manifest. */
export const manifestFields = {
  name: z.string(),
  /** Hash of the uncompressed lines. */
  sha256: z.string(),
  archivedAt: z.coerce.date(),
  /** Ed25519 signature, base64url. */
  signature: z.string(),
}
export type Signed = z.output<z.ZodMiniObject<typeof manifestFields>>

const Format = z.object({ format: z.literal(1) })

/** Error for a manifest that this version cannot read. */
export class UnknownManifest extends StartupError {}

/** Functions for the signed manifests of one kind of archive. */
export interface ArchiveKind<Known extends Signed> {
  readonly sign: (content: Omit<Known, 'signature'>, key: KeyObject) => Known
  /** Returns whether a record is a manifest of this kind that the key signed. */
  readonly isSigned: (record: Known, key: KeyObject) => boolean
  /** Reads a manifest without checking its signature; undefined if there is none. @throws UnknownManifest */
  readonly find: (store: FileStore, name: string) => Promise<Known | undefined>
}

/**
 * Declares a kind of archive.
 * @param schema schema of its manifests
 * @param signed returns the signed values, the first of which names the kind
 */
export function archiveKind<Known extends Signed>(
  schema: z.ZodMiniType<Known>,
  signed: (content: Omit<Known, 'signature'>) => readonly unknown[],
): ArchiveKind<Known> {
  const bytes = (content: Omit<Known, 'signature'>) => Buffer.from(JSON.stringify(signed(content)))
  return {
    sign: (content, key) =>
      ({ ...content, signature: sign(null, bytes(content), key).toString('base64url') }) as Known,
    isSigned: (record, key) => {
      const { data } = schema.safeParse(record)
      return (
        data !== undefined &&
        verify(null, bytes(data), createPublicKey(key), Buffer.from(data.signature, 'base64url'))
      )
    },
    find: async (store, name) => {
      const file = filesOf(name).manifest
      let content: string
      try {
        content = await text(await store.get(file))
      } catch (error) {
        if (error instanceof MissingContent) return undefined
        throw error
      }
      try {
        const json = JSON.parse(content)
        Format.parse(json)
        return schema.parse(json)
      } catch (cause) {
        throw new UnknownManifest(`${file} cannot be read by this version of Atrium.`, { cause })
      }
    },
  }
}

/** Reads a whole archive and compares it with its manifest. @returns the fault; undefined if there is none */
export async function faultOfArchive(
  store: FileStore,
  { name, sha256 }: Pick<Signed, 'name' | 'sha256'>,
  lines: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const hash = createHash('sha256')
  let found = 0
  try {
    for await (const some of readLines(store, filesOf(name).lines)) {
      signal?.throwIfAborted()
      for (const line of some) hash.update(line)
      found += some.length
    }
  } catch (error) {
    if (error instanceof MissingContent) return 'its content is missing'
    if (error instanceof BrokenLines) return `it was changed or truncated (${error.message})`
    throw error
  }
  if (found !== lines) return `it has ${found} of ${lines} lines`
  return hash.digest('hex') === sha256 ? undefined : 'a line in it was changed'
}

/** The target of an archive, and the key that signs it. */
export interface ArchiveTarget {
  readonly store: FileStore
  /** The deployment's signing key. */
  readonly key: KeyObject
  readonly signal?: AbortSignal
}

/** An archive in progress. */
export interface NewArchive<Known extends Signed> {
  /**
   * Writes the lines. If the archive exists, only hashes them.
   * @returns their SHA-256
   */
  readonly write: (lines: AsyncIterable<string>) => Promise<string>
  /** Signs the manifest. @throws StartupError if the archive exists with different content */
  readonly sign: (content: Omit<Known, 'signature'>) => Known
  /** Reads the lines back. @throws StartupError if they differ from the manifest */
  readonly readBack: (record: Known, lines: number) => Promise<void>
  /** Writes the manifest, which completes the archive. */
  readonly complete: (record: Known) => Promise<void>
  /** Deletes the manifest again. */
  readonly withdraw: () => Promise<void>
}

/**
 * Begins an archive. An existing archive is never replaced: after the restore of an older backup, it may contain rows
 * that the database lacks.
 * @throws StartupError if an archive of another deployment has this name
 */
export async function beginArchive<Known extends Signed>(
  { find, isSigned, sign }: ArchiveKind<Known>,
  name: string,
  { store, key, signal }: ArchiveTarget,
): Promise<NewArchive<Known>> {
  const files = filesOf(name)
  const existing = await find(store, name)
  if (existing && !isSigned(existing, key))
    throw new StartupError(
      `Archive ${name} already exists and belongs to another deployment. Choose another folder or bucket.`,
    )
  return {
    write: async (lines) => {
      const hash = createHash('sha256')
      async function* hashed() {
        for await (const some of lines) {
          signal?.throwIfAborted()
          hash.update(some)
          yield some
        }
      }
      if (existing) for await (const _ of hashed());
      else await writeLines(store, files.lines, hashed())
      return hash.digest('hex')
    },
    sign: (content) => {
      if (!existing) return sign(content, key)
      const { signature: _, ...before } = existing
      if (isDeepStrictEqual({ ...content, archivedAt: before.archivedAt }, before)) return existing
      throw new StartupError(
        `Archive ${name} of ${before.archivedAt.toISOString()} already exists with different content. Neither the archive nor the ` +
          'database was changed. Keep the archive, and choose another folder or bucket.',
      )
    },
    readBack: async (record, lines) => {
      const fault = await faultOfArchive(store, record, lines, signal)
      if (fault !== undefined)
        throw new StartupError(
          `${files.lines}: ${fault}. The partition stays in the database: run the command again.`,
        )
    },
    complete: async (record) => {
      if (!existing)
        await writeText(store, files.manifest, `${JSON.stringify({ format: 1, ...record }, null, 2)}\n`)
    },
    withdraw: async () => {
      if (!existing) await store.delete(files.manifest)
    },
  }
}
