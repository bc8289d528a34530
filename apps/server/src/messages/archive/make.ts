import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { recordAudit } from '../../audit/index.ts'
import {
  asSystem,
  type Database,
  type DatabaseConfig,
  inTransaction,
  StartupError,
  type Trx,
} from '../../database/index.ts'
import { dropPartitions, isOf, type Partition, partitionsBefore } from '../../database/partitions.ts'
import { type FileStore, MissingContent, readLines, writeLines, writeText } from '../../storage/index.ts'

const count = z.int().check(z.nonnegative())

/** What an archive of messages is. */
const Manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  messages: count,
  attempts: count,
  /** Of its lines, uncompressed. */
  sha256: z.string(),
  archivedAt: z.iso.datetime(),
  /** Ed25519, base64url. */
  signature: z.string(),
})
export type MessageManifest = z.output<typeof Manifest>

const filesOf = (name: string) => ({ messages: `${name}.jsonl.gz`, manifest: `${name}.json` })

const signed = ({
  name,
  messages,
  attempts,
  sha256,
  archivedAt,
}: Omit<MessageManifest, 'format' | 'signature'>): Buffer =>
  Buffer.from(JSON.stringify(['atrium-message-archive-1', name, messages, attempts, sha256, archivedAt]))

/** Whether what an archive says of itself is signed by the key. */
export const isSignedManifest = (manifest: MessageManifest, key: KeyObject): boolean =>
  verify(null, signed(manifest), createPublicKey(key), Buffer.from(manifest.signature, 'base64url'))

/** Reads what an archive says of itself; undefined where there is none. @throws where it is none that this version knows */
export async function findMessageManifest(
  store: FileStore,
  name: string,
): Promise<MessageManifest | undefined> {
  try {
    return Manifest.parse(JSON.parse(await text(await store.get(filesOf(name).manifest))))
  } catch (error) {
    if (error instanceof MissingContent) return undefined
    throw new StartupError(`${filesOf(name).manifest} cannot be understood.`, { cause: error })
  }
}

interface MessageArchiveOptions {
  readonly db: Kysely<Database>
  /** Where the owner of the schema is reached. */
  readonly owner: DatabaseConfig
  /** The deployment's signing key. */
  readonly key: KeyObject
  /** The place that archives are put into. */
  readonly store: FileStore
  /** What is before this month, as `2027-01`. */
  readonly before: string
  /** The account of the system that asks for it, as the trail names it. */
  readonly operator: string
  /** Told of each partition: what was archived, or why it was not. */
  readonly onPart: (name: string, outcome: MessageManifest | string) => void
  readonly signal?: AbortSignal
}

const ofPart = (part: Partition) => isOf(part, sql.ref('message.id'))

/** What tells whether a message or an attempt was added, changed or deleted. */
interface State {
  readonly messages: number
  readonly attempts: number
  readonly sends: number
  readonly open: number
}

async function stateOf(trx: Trx, part: Partition): Promise<State> {
  const { rows } =
    await sql<State>`select count(*) as messages, coalesce(sum(send_count), 0)::bigint as sends,
      count(*) filter (where state in ('waiting', 'sending')) as open,
      (select count(*) from message_attempt where ${isOf(part, sql.ref('message_attempt.message_id'))}) as attempts
    from message where ${ofPart(part)}`.execute(trx)
  return rows[0] ?? { messages: 0, attempts: 0, sends: 0, open: 0 }
}

/** Messages read at once. */
const chunk = 1_000

/** A line of JSON a message, with its attempts; what it says, which is encrypted, stays behind. */
async function* linesOf(trx: Trx, part: Partition): AsyncGenerator<string, void, undefined> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; line: string }>`
      select message.id, (to_jsonb(message) - 'body_encrypted' || jsonb_build_object('attempts', (
          select coalesce(jsonb_agg(to_jsonb(a) - 'tenant_id' - 'message_id' order by a.at, a.id), '[]')
          from message_attempt a where a.tenant_id = message.tenant_id and a.message_id = message.id
            and ${isOf(part, sql.ref('a.message_id'))})))::text as line
      from message where ${ofPart(part)} and message.id > ${after}
      order by message.id limit ${chunk}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ line }) => `${line}\n`).join('')
    after = last.id
  }
}

/** Writes the messages of a partition, and reads them back. @returns what was written and of what; or why not */
async function copy(part: Partition, { db, key, store }: MessageArchiveOptions) {
  const there = await findMessageManifest(store, part.name)
  if (there && !isSignedManifest(there, key))
    throw new StartupError(
      `There is an archive ${part.name} of another deployment: name a place of this one’s own.`,
    )
  const file = filesOf(part.name).messages
  const work = async (trx: Trx) => {
    const state = await stateOf(trx, part)
    if (state.messages === 0) return 'it has no messages'
    if (state.open > 0) return `${state.open} of its messages are not sent yet`
    const hash = createHash('sha256')
    async function* lines() {
      for await (const some of linesOf(trx, part)) {
        hash.update(some)
        yield some
      }
    }
    await writeLines(store, file, lines())
    return { state, sha256: hash.digest('hex') }
  }
  const written = await inTransaction(db, asSystem, work, {
    isolation: 'repeatable read',
    readOnly: true,
    unlimited: true,
  })
  if (typeof written === 'string') return written
  const { state, sha256 } = written
  const found = createHash('sha256')
  for await (const lines of readLines(store, file)) for (const line of lines) found.update(line)
  if (found.digest('hex') !== sha256)
    throw new StartupError(`${file} is not what was written: the messages stay in the database.`)
  const { messages, attempts } = state
  const content = { name: part.name, messages, attempts, sha256, archivedAt: new Date().toISOString() }
  const signature = sign(null, signed(content), key).toString('base64url')
  const manifest: MessageManifest = { format: 1, ...content, signature }
  await writeText(store, filesOf(part.name).manifest, `${JSON.stringify(manifest, null, 2)}\n`)
  return { state, manifest }
}

const takeOut = (
  part: Partition,
  state: State,
  manifest: MessageManifest,
  { owner, operator }: MessageArchiveOptions,
) =>
  dropPartitions(owner, {
    parts: ['message_attempt', 'message'].map((table) => ({
      table,
      part: part.name.replace('message', table),
    })),
    before: async (trx) => {
      const now = await stateOf(trx, part)
      if (JSON.stringify(now) !== JSON.stringify(state))
        throw new StartupError(`${part.name}: messages were changed meanwhile. Run it again.`)
      const { format: _, signature: __, ...told } = manifest
      await recordAudit(trx, {
        actorId: null,
        actorName: operator,
        tenantId: '0',
        call: 'messages:archive',
        entity: 'message_archive',
        entityId: part.name,
        after: told,
      })
    },
  })

/**
 * Archives the messages of months that are over, with their attempts: writes them to a place, reads them back, and only
 * then takes them out of the database. Broken off at any point, it has lost nothing, and goes on the next time.
 *
 * @returns how many partitions were archived
 */
export async function archiveMessages(options: MessageArchiveOptions): Promise<number> {
  const { db, before, onPart, signal } = options
  let archived = 0
  for (const part of await partitionsBefore(db, 'message', before)) {
    signal?.throwIfAborted()
    const copied = await copy(part, options)
    signal?.throwIfAborted()
    if (typeof copied !== 'string') {
      await takeOut(part, copied.state, copied.manifest, options)
      archived += 1
    }
    onPart(part.name, typeof copied === 'string' ? copied : copied.manifest)
  }
  return archived
}
