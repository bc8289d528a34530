import {
  type ContactKind,
  codes,
  forgotFindByEmail,
  forgotFindByPhone,
  languageOf,
  userStatus,
} from '@atrium/contract'
import type { Trx } from '../../../../platform/database/transaction.ts'
import { withMinimumDuration } from '../../../../platform/http/minimum-duration.ts'
import { reject } from '../../../../platform/http/rejection.ts'
import { handleOwn } from '../../../../platform/http/route.ts'
import type { OwnWork, Services } from '../../../../platform/http/work.ts'
import { emailKey, hasVerified, phoneKey } from '../../identifiers/index.ts'
import { consumeAddressLimit, consumeLimit, dayLimit } from '../../limits/index.ts'
import { requireCaptcha } from './user.ts'

/** Address or number that should receive the user name. */
interface Contact {
  readonly kind: ContactKind
  readonly key: string
}

/** Returns the user who has verified the address or number. */
const findUser = (trx: Trx, { kind, key }: Contact) =>
  trx
    .selectFrom('appUser')
    .select(['userName', 'language', 'email'])
    .where(hasVerified(kind, [key]))
    .where('status', '=', userStatus.normal)
    .executeTakeFirst()

/** Sends a reminder, at most once a minute. Rejects requests within that minute, such as a second click. */
const remind = async (trx: Trx, { outbox, profile }: Services, contact: Contact): Promise<null> => {
  const { kind, key } = contact
  const pause = { bucket: `remind:${key}`, max: 1, window: { seconds: 60 } }
  if (!(await consumeLimit(trx, pause))) reject(codes.limitReached)
  if (!(await consumeLimit(trx, dayLimit('remind', key, profile.timeZone))))
    reject(codes.limitReached, 'refusal.sendDayLimit')
  const user = await findUser(trx, contact)
  if (!user) return null
  const { userName } = user
  const language = languageOf(user.language)
  const to = kind === 'email' ? ({ kind, to: user.email } as const) : ({ kind: 'sms', to: key } as const)
  await outbox.queueMessage(trx, { ...to, language, template: 'userNameReminder', params: { userName } })
  return null
}

/** Sends the user name to a contact. The response does not reveal whether a user has the contact. */
const response = async (
  work: OwnWork<typeof forgotFindByEmail> | OwnWork<typeof forgotFindByPhone>,
  contact: Contact,
): Promise<null> => {
  const { services, system } = work
  await consumeAddressLimit(work, 'send')
  await requireCaptcha(work, { purpose: 'remind', key: contact.key })
  return system((trx) => remind(trx, services, contact))
}

/** POST /account/forget/email/find. */
export const forgotFindByEmailRoute = handleOwn(forgotFindByEmail, (work) =>
  withMinimumDuration(response(work, { kind: 'email', key: emailKey(work.input.email) })),
)

/** POST /account/forget/phone/find. */
export const forgotFindByPhoneRoute = handleOwn(forgotFindByPhone, (work) =>
  withMinimumDuration(response(work, { kind: 'phone', key: phoneKey(work.input.phone) })),
)
