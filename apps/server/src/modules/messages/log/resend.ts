import {
  type Code,
  codes,
  type FailedResent,
  failedResend,
  mailResend,
  maxResent,
  messageChannels,
  type Resent,
  smsResend,
  type TimeRange,
} from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import {
  isFailedKept,
  type MessageKind,
  type ResendRejection,
  type ResendRow,
  resendColumns,
  resendMessages,
  resendRejectionOf,
} from '../index.ts'
import { createdWithin } from './figures.ts'
import { reasonOf } from './present.ts'
import { messagesShownTo } from './shown.ts'

/** A message that cannot be resent, with the reason. */
interface Kept {
  readonly id: string
  readonly to: string
  readonly code: Code
  readonly reason: string
}

const codeOf = (rejection: ResendRejection): Code =>
  rejection === 'limit' || rejection === 'tooSoon' ? codes.limitReached : codes.conflict

/** Reason against a resend, with the number of messages it applies to. */
interface Reason {
  readonly code: Code
  readonly reason: string
  readonly count: number
}

const sumOf = (reasons: readonly Reason[]): number => reasons.reduce((sum, { count }) => sum + count, 0)

/** Merges equal reasons and adds up their counts. */
const summed = (reasons: readonly Reason[]): Reason[] =>
  [...Map.groupBy(reasons, ({ reason }) => reason).values()].flatMap((alike) =>
    alike.slice(0, 1).map((first) => ({ ...first, count: sumOf(alike) })),
  )

/** Rejects a call that resends nothing, with each reason and its count. */
function rejectAll(reasons: readonly Reason[], { language, t }: Pick<Work<never>, 'language' | 't'>): never {
  const [first, ...others] = reasons
  const code = first && others.every((other) => other.code === first.code) ? first.code : codes.conflict
  const isOne = sumOf(reasons) === 1
  const counts = summed(reasons).map(({ reason, count }) =>
    isOne ? reason : t('message.refusal.count', { reason, count }),
  )
  reject(code, 'message.refusal.none', {
    reasons: new Intl.ListFormat(language, { style: 'narrow' }).format(counts),
  })
}

/** Resends the messages for which it is possible, and returns the reasons for the others. */
async function resend(work: Work<typeof smsResend>, kind: MessageKind): Promise<Resent> {
  const { input, trx, t, audit } = work
  const shown = await trx
    .selectFrom('message')
    .select('message.id')
    .where('message.kind', '=', kind)
    .where('message.id', '=', sql<string>`any(${input.ids})`)
    .where(await messagesShownTo(work))
    .execute()
  const ids = shown.map(({ id }) => id)
  const { checked, before, after } = await resendMessages(trx, kind, ids)
  const known = new Map(checked.map((message) => [message.id, message]))
  const kept = input.ids.flatMap((id): Kept[] => {
    const message = known.get(id)
    if (!message) return [{ id, to: '', code: codes.notFound, reason: t('message.refusal.unknown') }]
    const { rejection, recipient: to, maxSendCount } = message
    if (rejection === undefined) return []
    return [{ id, to, code: codeOf(rejection), reason: reasonOf(rejection, maxSendCount, t) }]
  })
  if (after.length === 0)
    rejectAll(
      kept.map(({ code, reason }) => ({ code, reason, count: 1 })),
      work,
    )
  audit({
    entity: 'message',
    entityId: after.map(({ id }) => id).join(),
    before: { list: before },
    after: { list: after },
  })
  return { count: after.length, refused: kept.map(({ id, to, reason }) => ({ id, to, reason })) }
}

/** POST /sms/reSend. */
export const smsResendRoute = handle(smsResend, (work) => resend(work, 'sms'))

/** POST /mail/reSend. */
export const mailResendRoute = handle(mailResend, (work) => resend(work, 'email'))

/** Failed messages that the caller may see. */
interface Failed {
  readonly trx: Trx
  readonly shown: RawBuilder<SqlBool>
}

/**
 * Selects failed messages of a kind that were created in the range.
 * @param which condition for messages that can, or cannot, be resent
 */
const failedOf = ({ trx, shown }: Failed, kind: MessageKind, range: TimeRange, which: RawBuilder<SqlBool>) =>
  trx
    .selectFrom('message')
    .where('message.kind', '=', sql.lit(kind))
    .where('message.state', '=', sql.lit('failed'))
    .where(createdWithin(range))
    .where(shown)
    .where(which)

/**
 * Returns the ids of the newest failed messages that can be resent. Reads one more than the limit, to see whether
 * there are more.
 */
const possibleOf = (failed: Failed, kind: MessageKind, range: TimeRange) =>
  failedOf(failed, kind, range, sql`not ${isFailedKept}`)
    .select('message.id')
    .orderBy('message.createdAt', 'desc')
    .orderBy('message.id', 'desc')
    .limit(maxResent + 1)
    .execute()

/** Counts the failed messages that cannot be resent, grouped by reason. */
const keptOf = (failed: Failed, kind: MessageKind, range: TimeRange) =>
  failedOf(failed, kind, range, isFailedKept)
    .select(resendColumns)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['message.state', 'message.sendCount', 'message.maxSendCount', 'expired', 'wiped', 'tooSoon'])
    .execute()

/** Handles POST /message/reSendFailed. Resends the newest failed messages for which it is possible, up to a limit. */
export const failedResendRoute = handle(failedResend, async (work): Promise<FailedResent> => {
  const { input, trx, t, audit } = work
  const reasons: Reason[] = []
  const keep = (message: ResendRow, count: number) => {
    const rejection = resendRejectionOf(message)
    if (rejection === undefined) return
    reasons.push({ code: codeOf(rejection), reason: reasonOf(rejection, message.maxSendCount, t), count })
  }
  const before: object[] = []
  const after: { readonly id: string }[] = []
  let more = false
  const failed = { trx, shown: await messagesShownTo(work) }
  for (const kind of messageChannels) {
    for (const { count, ...message } of await keptOf(failed, kind, input.range)) keep(message, count)
    const possible = await possibleOf(failed, kind, input.range)
    const resent = await resendMessages(
      trx,
      kind,
      possible.slice(0, maxResent).map(({ id }) => id),
    )
    // Another caller may have resent some of these messages in the meantime.
    for (const message of resent.checked) keep(message, 1)
    before.push(...resent.before)
    after.push(...resent.after)
    more ||= possible.length > maxResent
  }
  if (reasons.length === 0 && after.length === 0) reject(codes.notFound, 'message.refusal.noFailed')
  if (after.length === 0) rejectAll(reasons, work)
  audit({
    entity: 'message',
    entityId: after.map(({ id }) => id).join(),
    before: { list: before },
    after: { list: after },
  })
  const refused = summed(reasons).map(({ reason, count }) => ({ reason, count }))
  return { count: after.length, refused, more }
})
