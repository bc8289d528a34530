import {
  type Code,
  codes,
  type FailedResent,
  failedResend,
  mailResend,
  messageChannels,
  mostResent,
  type Resent,
  smsResend,
  type TimeRange,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../database/transaction.ts'
import { refuse } from '../../http/refusal.ts'
import { handle } from '../../http/route.ts'
import type { Work } from '../../http/work.ts'
import {
  type MessageKind,
  type ResendRefusal,
  resendColumns,
  resendMessages,
  resendRefusalOf,
} from '../../messages/index.ts'
import { createdWithin } from './figures.ts'
import { reasonOf } from './present.ts'

/** A message that is not sent again, and why. */
interface Kept {
  readonly id: string
  readonly to: string
  readonly code: Code
  readonly reason: string
}

const codeOf = (refusal: ResendRefusal): Code =>
  refusal === 'limit' || refusal === 'tooSoon' ? codes.limitReached : codes.conflict

/** Refuses a call that has nothing sent again, with each reason and how many it is of. */
function refuseAll(
  kept: readonly Omit<Kept, 'id' | 'to'>[],
  { language, t }: Pick<Work<never>, 'language' | 't'>,
): never {
  const [first, ...others] = kept
  const code = first && others.every((other) => other.code === first.code) ? first.code : codes.conflict
  const counts = [...Map.groupBy(kept, ({ reason }) => reason)].map(([reason, { length }]) =>
    kept.length === 1 ? reason : t('message.refusal.count', { reason, count: length }),
  )
  refuse(code, 'message.refusal.none', {
    reasons: new Intl.ListFormat(language, { style: 'narrow' }).format(counts),
  })
}

/** Has those of the messages sent again that may be, and tells what keeps the others from it. */
async function resend(work: Work<typeof smsResend>, kind: MessageKind): Promise<Resent> {
  const { input, trx, t, audit } = work
  const { judged, before, after } = await resendMessages(trx, kind, input.ids)
  const known = new Map(judged.map((message) => [message.id, message]))
  const kept = input.ids.flatMap((id): Kept[] => {
    const message = known.get(id)
    if (!message) return [{ id, to: '', code: codes.notFound, reason: t('message.refusal.unknown') }]
    const { refusal, recipient: to, maxSendCount } = message
    if (refusal === undefined) return []
    return [{ id, to, code: codeOf(refusal), reason: reasonOf(refusal, maxSendCount, t) }]
  })
  if (after.length === 0) refuseAll(kept, work)
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

/** The most failed messages of a channel that are looked at for those that may be sent again. */
const mostJudged = 10_000

/** The newest failed messages of a kind, with what keeps each from being sent again. */
async function judgedFailed(trx: Trx, kind: MessageKind, range: TimeRange) {
  const failed = await trx
    .selectFrom('message')
    .select('message.id')
    .select(resendColumns)
    .where('message.kind', '=', sql.lit(kind))
    .where('message.state', '=', sql.lit('failed'))
    .where(createdWithin(range))
    .orderBy('message.createdAt', 'desc')
    .orderBy('message.id', 'desc')
    .limit(mostJudged)
    .execute()
  return failed.map((message) => ({ ...message, refusal: resendRefusalOf(message) }))
}

/** POST /message/reSendFailed: of those that may be sent again the newest, so many at a time. */
export const failedResendRoute = handle(failedResend, async (work): Promise<FailedResent> => {
  const { input, trx, t, audit } = work
  const kept: Omit<Kept, 'id' | 'to'>[] = []
  const before: object[] = []
  const after: { readonly id: string }[] = []
  let more = false
  for (const kind of messageChannels) {
    const failed = await judgedFailed(trx, kind, input.range)
    const possible = failed.filter(({ refusal }) => refusal === undefined).map(({ id }) => id)
    // Whoever asked at the same moment may have had some of them sent again meanwhile.
    const resent = await resendMessages(trx, kind, possible.slice(0, mostResent))
    for (const { refusal, maxSendCount } of [...failed, ...resent.judged])
      if (refusal !== undefined)
        kept.push({ code: codeOf(refusal), reason: reasonOf(refusal, maxSendCount, t) })
    before.push(...resent.before)
    after.push(...resent.after)
    more ||= possible.length > mostResent || failed.length === mostJudged
  }
  if (kept.length === 0 && after.length === 0) refuse(codes.notFound, 'message.refusal.noFailed')
  if (after.length === 0) refuseAll(kept, work)
  audit({
    entity: 'message',
    entityId: after.map(({ id }) => id).join(),
    before: { list: before },
    after: { list: after },
  })
  const reasons = Map.groupBy(kept, ({ reason }) => reason)
  const refused = [...reasons].map(([reason, { length }]) => ({ reason, count: length }))
  return { count: after.length, refused, more }
})
