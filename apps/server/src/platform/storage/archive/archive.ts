import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { StartupError } from '../../database/index.ts'
import { BrokenLines, readLines, writeLines, writeText } from '../lines.ts'
import { type FileStore, MissingContent } from '../store.ts'

/*
 * An archive is two files at a place: lines of JSON, and a manifest that says, signed, what they are. The manifest is
 * written last: without it there is no archive.
 */

/** The names of an archive's files. */
export const filesOf = (name: string) => ({ lines: `${name}.jsonl.gz`, manifest: `${name}.json` })

/** A number of things. */
export const count = z.int().check(z.nonnegative())

/** What every manifest says. */
export const manifestFields = {
  name: z.string(),
  /** Of its lines, uncompressed. */
  sha256: z.string(),
  archivedAt: z.coerce.date(),
  /** Ed25519, base64url. */
  signature: z.string(),
}
type Signed = z.output<z.ZodMiniObject<typeof manifestFields>>

const Form = z.object({ format: z.literal(1) })

/** A manifest that is there says nothing that this version knows. */
export class UnknownManifest extends StartupError {}

/** What archives of a kind say of themselves, and how that is signed. */
export interface ArchiveKind<Known extends Signed> {
  readonly sign: (content: Omit<Known, 'signature'>, key: KeyObject) => Known
  /** Whether something is what an archive of this kind says of itself, signed by a key. */
  readonly isSigned: (record: Known, key: KeyObject) => boolean
  /** What an archive says of itself, whoever has signed it; undefined where there is none. @throws UnknownManifest */
  readonly find: (store: FileStore, name: string) => Promise<Known | undefined>
}

/**
 * A kind of archives.
 * @param schema what their manifests say
 * @param signed the texts and numbers that are signed, the first of which no other kind has
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
      let json: string
      try {
        json = await text(await store.get(file))
      } catch (error) {
        if (error instanceof MissingContent) return undefined
        throw error
      }
      try {
        const said = JSON.parse(json)
        Form.parse(said)
        return schema.parse(said)
      } catch (cause) {
        throw new UnknownManifest(`${file} cannot be understood by this version.`, { cause })
      }
    },
  }
}

/** Reads all of an archive. @returns what is wrong with it, in words that go behind its name; undefined where it is whole */
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
    if (error instanceof MissingContent) return 'its lines are missing'
    if (error instanceof BrokenLines) return `it was changed or cut off (${error.message})`
    throw error
  }
  if (found !== lines) return `it has ${found} of ${lines} lines`
  return hash.digest('hex') === sha256 ? undefined : 'a line in it was changed'
}

/** Where an archive is put, and by whom it is signed. */
export interface ArchivePlace {
  readonly store: FileStore
  /** The deployment's signing key. */
  readonly key: KeyObject
  readonly signal?: AbortSignal
}

/** An archive that is being made. */
export interface NewArchive<Known extends Signed> {
  /** Writes its lines; those of one that is there already are only hashed. @returns their hash */
  readonly write: (lines: AsyncIterable<string>) => Promise<string>
  /** Signs what was written. @throws StartupError where another one is there */
  readonly sign: (content: Omit<Known, 'signature'>) => Known
  /** Reads back what was written. @throws StartupError where that is something else */
  readonly readBack: (record: Known, lines: number) => Promise<void>
  /** Makes it one, by its manifest. */
  readonly complete: (record: Known) => Promise<void>
  /** It is not to be one after all. */
  readonly withdraw: () => Promise<void>
}

/**
 * Begins an archive. One of this deployment's that is there already is never replaced: it may have what the database has
 * no longer, after an older backup was restored.
 * @throws StartupError where one of another deployment is there
 */
export async function beginArchive<Known extends Signed>(
  { find, isSigned, sign }: ArchiveKind<Known>,
  name: string,
  { store, key, signal }: ArchivePlace,
): Promise<NewArchive<Known>> {
  const files = filesOf(name)
  const there = await find(store, name)
  if (there && !isSigned(there, key))
    throw new StartupError(
      `There is an archive ${name} of another deployment: name a place of this one’s own.`,
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
      if (there) for await (const _ of hashed());
      else await writeLines(store, files.lines, hashed())
      return hash.digest('hex')
    },
    sign: (content) => {
      if (!there) return sign(content, key)
      const { signature: _, ...before } = there
      if (isDeepStrictEqual({ ...content, archivedAt: before.archivedAt }, before)) return there
      throw new StartupError(
        `There is another archive ${name} already, of ${before.archivedAt.toISOString()}: it stays as it is, and so ` +
          'does the database. Name another place.',
      )
    },
    readBack: async (record, lines) => {
      const fault = await faultOfArchive(store, record, lines, signal)
      if (fault !== undefined)
        throw new StartupError(`${files.lines}: ${fault}. The partition stays in the database.`)
    },
    complete: async (record) => {
      if (!there)
        await writeText(store, files.manifest, `${JSON.stringify({ format: 1, ...record }, null, 2)}\n`)
    },
    withdraw: async () => {
      if (!there) await store.delete(files.manifest)
    },
  }
}
