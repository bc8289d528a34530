import { languageOf } from '@atrium/contract'
import type { Trx } from '../../../../platform/database/transaction.ts'
import type { Services } from '../../../../platform/http/work.ts'
import type { Message } from '../../../messages/index.ts'
import { emailKey, maskedEmail, maskedPhone } from '../../identifiers/index.ts'
import { spendCausedOrReject } from '../../limits/index.ts'

/** Contacts of a user. A key is null if there is no address or number. */
interface Contacts {
  readonly email: string
  readonly emailKey: string | null
  readonly phone: string
  readonly phoneKey: string | null
}

/** Fields of a user before the change of contacts. */
interface ReachedSoFar extends Contacts {
  readonly userName: string
  readonly language: string
  /** Tenant that owns the message; the platform by default. */
  readonly tenantId?: string
}

type Notice =
  | { readonly template: 'emailWasChanged'; readonly params: { userName: string; at: Date; email: string } }
  | { readonly template: 'phoneWasChanged'; readonly params: { userName: string; at: Date; phone: string } }

/** Returns whether a contact really changed. A different notation has the same key, and an omitted contact is undefined. */
const changed = (before: string | null, after: string | null | undefined): boolean =>
  after !== undefined && after !== before

/**
 * Builds one notice per changed contact. The new contacts are masked, because the old ones may belong to someone else
 * by now.
 */
function noticesOf(before: ReachedSoFar, after: Partial<Contacts>): Notice[] {
  const who = { userName: before.userName, at: new Date() }
  const email = maskedEmail(after.email ?? '')
  const phone = maskedPhone(after.phone ?? '')
  return [
    ...(changed(before.emailKey, after.emailKey)
      ? [{ template: 'emailWasChanged' as const, params: { ...who, email } }]
      : []),
    ...(changed(before.phoneKey, after.phoneKey)
      ? [{ template: 'phoneWasChanged' as const, params: { ...who, phone } }]
      : []),
  ]
}

/**
 * Addresses a notice to the old e-mail address. It also goes to the old phone if the phone changed, or if there is no
 * e-mail address.
 */
function messagesOf(before: ReachedSoFar, notice: Notice): Message[] {
  const language = languageOf(before.language)
  const byEmail = before.emailKey !== null
  const phone = notice.template === 'phoneWasChanged' || !byEmail ? before.phoneKey : null
  const whose = { language, tenantId: before.tenantId }
  return [
    ...(byEmail ? [{ kind: 'email' as const, to: before.email, ...whose, ...notice }] : []),
    ...(phone !== null ? [{ kind: 'sms' as const, to: phone, ...whose, ...notice }] : []),
  ]
}

/**
 * Notifies a user at their previous contacts that their e-mail address or phone number has changed, so that a stolen
 * session cannot take over an account unnoticed. Call it in the transaction of the change.
 * @param before the user before the change
 * @param after the columns that the change writes; without a contact there is no message
 * @param byAdministrator whether an administrator made the change
 * @throws Rejection 20004 if an administrator made the change and has used up the user's notices for today; the
 * change must then be rolled back
 */
export async function notifyContactChange(
  trx: Trx,
  { outbox, profile }: Pick<Services, 'outbox' | 'profile'>,
  before: ReachedSoFar,
  after: Partial<Contacts>,
  { byAdministrator }: { readonly byAdministrator: boolean },
): Promise<void> {
  const messages = noticesOf(before, after).flatMap((notice) => messagesOf(before, notice))
  if (byAdministrator) {
    const recipients = messages.map(({ kind, to }) => (kind === 'email' ? emailKey(to) : to))
    await spendCausedOrReject(trx, profile.timeZone, recipients)
  }
  await outbox.queueMessages(trx, messages)
}
