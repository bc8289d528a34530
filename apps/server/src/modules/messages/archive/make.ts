import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { recordAudit } from '../../../platform/audit/index.ts'
import { asSystem, inTransaction, mayIdle, StartupError, type Trx } from '../../../platform/database/index.ts'
import {
  changePartitions,
  dropPartitions,
  isOf,
  type Partition,
} from '../../../platform/database/partitions.ts'
import {
  archiveKind,
  beginArchive,
  count,
  manifestFields,
  type NewArchive,
} from '../../../platform/storage/archive/archive.ts'
import { type ArchiveOptions, archivePartitions } from '../../../platform/storage/archive/partitions.ts'

/** What an archive of messages is. */
const Manifest = z.object({ ...manifestFields, messages: count, attempts: count })
type MessageManifest = z.output<typeof Manifest>
type Options = ArchiveOptions<MessageManifest>

/** Archives of messages. */
export const messageArchives = archiveKind<MessageManifest>(
  Manifest,
  ({ name, messages, attempts, sha256, archivedAt }) => [
    'atrium-message-archive-1',
    name,
    messages,
    attempts,
    sha256,
    archivedAt,
  ],
)

const ofPart = (part: Partition) => isOf(part, sql.ref('message.id'))
const isOpen = sql`state in ('waiting', 'sending')`

/** What tells whether a message or an attempt was added, changed or deleted. */
interface State {
  readonly messages: number
  readonly attempts: number
  readonly sends: number
}

/** Messages read at once. */
const chunk = 1_000

interface Lines extends State {
  readonly last: string | null
  readonly text: string
}

/** Some messages, a line of JSON each, with its attempts; what it says, which is encrypted, stays behind. */
async function linesAfter(trx: Trx, part: Partition, id: string): Promise<Lines | undefined> {
  const { rows } = await sql<Lines>`
    with page as (
      select * from message where ${ofPart(part)} and message.id > ${id} order by message.id limit ${chunk}
    ), written as (
      select page.id, page.send_count, tried.attempts,
        (to_jsonb(page) - 'body_encrypted' || jsonb_build_object('attempts', tried.list))::text || E'\n' as line
      from page, lateral (
        select count(*) as attempts,
          coalesce(jsonb_agg(to_jsonb(a) - 'tenant_id' - 'message_id' order by a.at, a.id), '[]') as list
        from message_attempt a where a.tenant_id = page.tenant_id and a.message_id = page.id
          and ${isOf(part, sql.ref('a.message_id'))}
      ) tried
    )
    select max(id) as last, count(*) as messages, coalesce(sum(attempts), 0)::bigint as attempts,
      coalesce(sum(send_count), 0)::bigint as sends, string_agg(line, '' order by id) as text
    from written`.execute(trx)
  return rows[0]?.last == null ? undefined : rows[0]
}

/** Writes the messages of a partition, and reads them back. @returns what was written and of what; or why not */
async function copy(part: Partition, archive: NewArchive<MessageManifest>, { db }: Options) {
  const work = async (trx: Trx) => {
    await mayIdle(trx)
    const state = { messages: 0, attempts: 0, sends: 0 }
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from message where ${ofPart(part)} and ${isOpen}`.execute(trx)
    const [{ open } = { open: 0 }] = rows
    if (open > 0) return `${open} of its messages are not sent yet`
    async function* lines() {
      for (let some = await linesAfter(trx, part, ''); some; ) {
        for (const what of ['messages', 'attempts', 'sends'] as const) state[what] += some[what]
        yield some.text
        some = await linesAfter(trx, part, some.last ?? '')
      }
    }
    return { state, sha256: await archive.write(lines()) }
  }
  const written = await inTransaction(db, asSystem, work, {
    isolation: 'repeatable read',
    readOnly: true,
    unlimited: true,
  })
  if (typeof written === 'string') return written
  const { state, sha256 } = written
  const { messages, attempts } = state
  const manifest = archive.sign({ name: part.name, messages, attempts, sha256, archivedAt: new Date() })
  await archive.readBack(manifest, messages)
  await archive.complete(manifest)
  return { state, manifest }
}

const partsOf = ({ name }: Partition) =>
  ['message_attempt', 'message'].map((table) => ({ table, part: name.replace('message', table) }))

/**
 * Deletes the messages that were archived, and tells the trail, in one transaction. While PostgreSQL looks at each of
 * them, nobody else waits but who would change one of that month.
 */
const takeOut = (
  part: Partition,
  state: State,
  manifest: MessageManifest,
  archive: NewArchive<MessageManifest>,
  { owner, operator, signal }: Options,
): Promise<void> =>
  changePartitions(
    owner,
    partsOf(part),
    async (trx) => {
      const { rows } = await sql<State & { open: number }>`
        with attempts as (
          select count(*) as attempts from message_attempt where ${isOf(part, sql.ref('message_id'))}
        ), gone as (
          delete from message where ${ofPart(part)} returning send_count, ${isOpen} as is_open
        ), counted as (
          select count(*) as messages, coalesce(sum(send_count), 0)::bigint as sends,
            count(*) filter (where is_open) as open
          from gone
        )
        select * from attempts, counted`.execute(trx)
      if (!isDeepStrictEqual({ ...rows[0] }, { ...state, open: 0 })) {
        await archive.withdraw()
        throw new StartupError(`${part.name}: messages were changed meanwhile. Run it again.`)
      }
      const { signature: _, ...told } = manifest
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
    signal,
  )

/** Drops a partition that has no messages. PostgreSQL looks for attempts of any month that refer to one of them: to none. */
const dropEmpty = (part: Partition, { owner, signal }: Options): Promise<void> =>
  dropPartitions(owner, {
    parts: partsOf(part),
    check: async (trx) => {
      const { rows } = await sql`select from message where ${ofPart(part)} limit 1`.execute(trx)
      if (rows.length > 0)
        throw new StartupError(`${part.name}: messages were added meanwhile. Run it again.`)
    },
    signal,
  })

async function isEmpty({ db }: Options, part: Partition): Promise<boolean> {
  const { rows } = await inTransaction(db, asSystem, (trx) =>
    sql`select from message where ${ofPart(part)} limit 1`.execute(trx),
  )
  return rows.length === 0
}

/**
 * Archives the messages of months that are over, with their attempts: writes them to a place, reads them back, and only
 * then takes them out of the database. Broken off at any point, it has lost nothing, and goes on the next time.
 *
 * @returns how many partitions are no longer in the database
 */
export const archiveMessages = (options: Options): Promise<number> =>
  archivePartitions('message', options, async (part) => {
    if (await isEmpty(options, part)) {
      await dropEmpty(part, options)
      return { empty: true }
    }
    const archive = await beginArchive(messageArchives, part.name, options)
    const copied = await copy(part, archive, options)
    options.signal?.throwIfAborted()
    if (typeof copied === 'string') return { stays: copied }
    await takeOut(part, copied.state, copied.manifest, archive, options)
    await dropEmpty(part, options)
    return { archived: copied.manifest }
  })
