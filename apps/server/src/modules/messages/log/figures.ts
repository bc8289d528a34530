import { type FailedMessage, type MessageFigures, messageChannels, type TimeRange } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { Work } from '../../../platform/http/work.ts'
import type { MessageKind } from '../index.ts'
import { presentedMessages, toMessage } from './present.ts'
import { shownMessages } from './shown.ts'

/** Required parts of a call's `Work`. */
interface Asking extends Pick<Work<never>, 'trx' | 'language' | 'services' | 't'> {
  /** Whether the caller is blinded in a study. */
  readonly isBlinded: boolean
}

/** Maximum number of failed messages listed. */
const shownFailed = 10

/** Returns the condition that messages were created within the given range up to now. */
export const createdWithin = (range: TimeRange) =>
  sql<SqlBool>`message.created_at > now() - ${sql.lit(`1 ${range}`)}::interval`

/** Outcome of a message's last attempt: null without attempts, 'lost' if unknown. */
const lastOutcome = sql<Exclude<Database['messageAttempt']['outcome'], null> | 'lost' | null>`(
  select coalesce(outcome, 'lost') from message_attempt
  where tenant_id = message.tenant_id and message_id = message.id order by at desc, id desc limit 1)`

/** Returns the newest failed messages of one channel. Querying one channel at a time uses an index in this order. */
async function newestFailed(
  { trx, isBlinded, ...presenting }: Asking,
  channel: MessageKind,
  range: TimeRange,
): Promise<FailedMessage[]> {
  const failed = trx
    .selectFrom('message')
    .where('message.kind', '=', sql.lit(channel))
    .where('message.state', '=', sql.lit('failed'))
    .where(createdWithin(range))
    .where(shownMessages(isBlinded))
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

type Channel = MessageFigures['channels'][number]

interface CountRow extends Omit<Channel, 'delivered' | 'oldestTime'> {
  readonly oldest: Date | null
}

/** Counts the messages of a `channel` in a state, in SQL. */
const counted = (state: string, shown: RawBuilder<SqlBool>, within = sql`true`) =>
  sql`(select count(*) from message where message.kind = channel and state = ${sql.lit(state)} and ${shown} and ${within})`

/** Counts the delivered messages of each channel that were created in the range. There may be very many. */
export async function deliveredFigures(
  { trx, isBlinded }: Pick<Asking, 'trx' | 'isBlinded'>,
  range: TimeRange,
): Promise<ReadonlyMap<MessageKind, number>> {
  const { rows } = await sql<{ channel: MessageKind; delivered: number }>`
    select channel, ${counted('delivered', shownMessages(isBlinded), createdWithin(range))} as delivered
    from unnest(${messageChannels}::text[]) as channel`.execute(trx)
  return new Map(rows.map(({ channel, delivered }) => [channel, delivered]))
}

/** Result of `messageFigures`. The number of delivered messages is read separately. */
interface MessageCounts extends Omit<MessageFigures, 'channels'> {
  readonly channels: readonly Omit<Channel, 'delivered'>[]
}

/**
 * Counts the messages that are pending or being sent, and those created in the range that failed. Also returns the
 * newest failed messages.
 * @param listed the channels whose recipients the caller may see
 */
export async function messageFigures(
  asking: Asking,
  range: TimeRange,
  listed: readonly MessageKind[],
): Promise<MessageCounts> {
  const shown = shownMessages(asking.isBlinded)
  const oldest = (state: string) =>
    sql`(select min(created_at) from message
      where message.kind = channel and state = ${sql.lit(state)} and ${shown})`
  const { rows } = await sql<CountRow>`
    select channel, ${counted('waiting', shown)} as waiting, ${counted('sending', shown)} as sending,
      ${counted('failed', shown, createdWithin(range))} as failed,
      least(${oldest('waiting')}, ${oldest('sending')}) as oldest
    from unnest(${messageChannels}::text[]) with ordinality as asked (channel, place) order by place`.execute(
    asking.trx,
  )
  const failed: FailedMessage[] = []
  for (const { channel, failed: number } of rows)
    if (number > 0 && listed.includes(channel)) failed.push(...(await newestFailed(asking, channel, range)))
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
