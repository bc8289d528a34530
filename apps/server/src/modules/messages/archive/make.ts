import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { recordAudit } from '../../../platform/audit/index.ts'
import { StartupError, type Trx } from '../../../platform/database/index.ts'
import {
  changePartitions,
  dropPartitions,
  isOf,
  type Partition,
} from '../../../platform/database/partitions.ts'
import {
  archiveKind,
  count,
  manifestFields,
  type NewArchive,
} from '../../../platform/storage/archive/archive.ts'
import type { ArchiveOptions, ArchiveSource } from '../../../platform/storage/archive/partitions.ts'

const Manifest = z.object({ ...manifestFields, messages: count, attempts: count })
type MessageManifest = z.output<typeof Manifest>
type Options = ArchiveOptions<MessageManifest>

/** Archives of messages with a signed manifest. */
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

/** Counts that change whenever a message or an attempt is added, resent or deleted. */
interface State {
  readonly messages: number
  readonly attempts: number
  readonly sends: number
}

/** Messages per query. */
const pageSize = 1_000

interface Lines extends State {
  readonly last: string | null
  readonly text: string
}

/** Reads a page of messages as JSON lines, with their attempts but without their encrypted bodies. */
async function linesAfter(trx: Trx, part: Partition, id: string): Promise<Lines | undefined> {
  const { rows } = await sql<Lines>`
    with page as (
      select * from message where ${ofPart(part)} and message.id > ${id} order by message.id limit ${pageSize}
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

const partsOf = ({ name }: Partition) =>
  ['message_attempt', 'message'].map((table) => ({ table, part: name.replace('message', table) }))

/**
 * Deletes archived messages and records this in the audit trail, in one transaction. The rows are deleted before
 * their partition is dropped, so that only writes to this month wait. Detaching a partition with rows would make
 * PostgreSQL check each row while it locks the whole table.
 */
const deleteArchived = (
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
        throw new StartupError(`${part.name}: messages changed during archiving. Run the command again.`)
      }
      const { signature: _, ...after } = manifest
      await recordAudit(trx, {
        actorId: null,
        actorName: operator,
        tenantId: '0',
        call: 'messages:archive',
        entity: 'message_archive',
        entityId: part.name,
        after,
      })
    },
    signal,
  )

/** Drops an empty partition of messages, together with the partition of their attempts. */
const dropEmpty = (part: Partition, { owner, signal }: Options): Promise<void> =>
  dropPartitions(owner, {
    parts: partsOf(part),
    check: async (trx) => {
      const { rows } = await sql`select from message where ${ofPart(part)} limit 1`.execute(trx)
      if (rows.length > 0)
        throw new StartupError(`${part.name}: messages were added during archiving. Run the command again.`)
    },
    signal,
  })

/** Archives messages with their attempts. A partition is archived once none of its messages is pending. */
export const messageSource: ArchiveSource<MessageManifest, MessageManifest> = {
  table: 'message',
  kind: messageArchives,
  copy: async (trx, part, archive, options) => {
    const { rows } = await sql<{ messages: number; open: number }>`
      select count(*) as messages, count(*) filter (where ${isOpen}) as open from message where ${ofPart(part)}`.execute(
      trx,
    )
    const [{ messages: found, open } = { messages: 0, open: 0 }] = rows
    if (found === 0) return 'empty'
    if (open > 0) return { stays: `${open} of its messages have not been sent yet` }
    const state = { messages: 0, attempts: 0, sends: 0 }
    async function* lines() {
      for (let page = await linesAfter(trx, part, ''); page; ) {
        for (const count of ['messages', 'attempts', 'sends'] as const) state[count] += page[count]
        yield page.text
        page = await linesAfter(trx, part, page.last ?? '')
      }
    }
    const sha256 = await archive.write(lines())
    const { messages, attempts } = state
    const manifest = archive.sign({ name: part.name, messages, attempts, sha256, archivedAt: new Date() })
    await archive.readBack(manifest, messages)
    const drop = async () => {
      await deleteArchived(part, state, manifest, archive, options)
      await dropEmpty(part, options)
    }
    return { manifest, archived: manifest, drop }
  },
  dropEmpty,
}
