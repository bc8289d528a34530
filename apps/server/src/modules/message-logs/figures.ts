import { type FailedMessage, type MessageFigures, messageChannels, type TimeRange } from '@atrium/contract'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../database/index.ts'
import type { Work } from '../../http/work.ts'
import type { MessageKind } from '../../messages/index.ts'
import { presentedMessages, toMessage } from './present.ts'

/** What is needed of a call's `Work`. */
type Asking = Pick<Work<never>, 'trx' | 'language' | 'services' | 't'>

/** How many of the newest failed messages are told of. */
const shownFailed = 10

/** Messages of a state that were created in a range up to now. */
export const createdWithin = (range: TimeRange) =>
  sql<SqlBool>`message.created_at > now() - ${sql.lit(`1 ${range}`)}::interval`

/** How its last attempt ended; null where it had none, and 'lost' where nobody knows. */
const lastOutcome = sql<Exclude<Database['messageAttempt']['outcome'], null> | 'lost' | null>`(
  select coalesce(outcome, 'lost') from message_attempt
  where tenant_id = message.tenant_id and message_id = message.id order by at desc, id desc limit 1)`

/** The newest of a kind that failed. Of one kind at a time, an index has them in their order. */
async function newestFailed(
  { trx, ...presenting }: Asking,
  channel: MessageKind,
  range: TimeRange,
): Promise<FailedMessage[]> {
  const failed = trx
    .selectFrom('message')
    .where('message.kind', '=', sql.lit(channel))
    .where('message.state', '=', sql.lit('failed'))
    .where(createdWithin(range))
    .orderBy('message.createdAt', 'desc')
    .orderBy('message.id', 'desc')
    .limit(shownFailed)
  const messages = await presentedMessages(failed, presenting.language)
    .select(lastOutcome.as('outcome'))
    .execute()
  return messages.map(({ outcome, ...message }) => ({
    ...toMessage(message, presenting),
    channel,
    outcomeDesc: outcome === null ? '' : presenting.t(`message.attempt.${outcome}`),
  }))
}

interface CountRow extends Omit<MessageFigures['channels'][number], 'oldestTime'> {
  readonly oldest: Date | null
}

/** How many messages wait, are sent, and of those that were created in a range have arrived or failed; and the newest failed. */
export async function messageFigures(asking: Asking, range: TimeRange): Promise<MessageFigures> {
  const counted = (state: string, within = sql`true`) =>
    sql`(select count(*) from message where message.kind = channel and state = ${sql.lit(state)} and ${within})`
  const oldest = (state: string) =>
    sql`(select min(created_at) from message where message.kind = channel and state = ${sql.lit(state)})`
  const { rows } = await sql<CountRow>`
    select channel, ${counted('waiting')} as waiting, ${counted('sending')} as sending,
      ${counted('delivered', createdWithin(range))} as delivered, ${counted('failed', createdWithin(range))} as failed,
      least(${oldest('waiting')}, ${oldest('sending')}) as oldest
    from unnest(${messageChannels}::text[]) with ordinality as asked (channel, place) order by place`.execute(
    asking.trx,
  )
  const failed: FailedMessage[] = []
  for (const { channel, failed: number } of rows)
    if (number > 0) failed.push(...(await newestFailed(asking, channel, range)))
  return {
    channels: rows.map(({ oldest, ...channel }) => ({
      ...channel,
      oldestTime: oldest?.toISOString() ?? '',
    })),
    failed: failed
      .toSorted((one, other) => other.createTime.localeCompare(one.createTime))
      .slice(0, shownFailed),
  }
}
