import { type Code, codes, mailResend, type Resent, smsResend } from '@atrium/contract'
import { refuse } from '../../http/refusal.ts'
import { handle } from '../../http/route.ts'
import type { Work } from '../../http/work.ts'
import { type MessageKind, type ResendRefusal, resendMessages } from '../../messages/index.ts'
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
function refuseAll(kept: readonly Kept[], { language, t }: Pick<Work<never>, 'language' | 't'>): never {
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
