import { codes, forgotFindByEmail, forgotFindByPhone, languageOf } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { Services } from '../../../http/services.ts'
import { emailKey, phoneKey } from '../../identity/contacts/index.ts'
import { evenly } from '../../identity/evenly.ts'
import { dayLimit, spendAddress, spendLimit } from '../../identity/limits/index.ts'

/** The address or number that somebody asks to have their user name sent to. */
interface Contact {
  readonly kind: 'email' | 'sms'
  readonly key: string
}

/** The user whose address or number it is, and where exactly to reach them. */
const findUser = (trx: Trx, { kind, key }: Contact) =>
  trx
    .selectFrom('appUser')
    .select(['userName', 'language', kind === 'email' ? 'email as to' : 'phone as to'])
    .where(kind === 'email' ? 'emailKey' : 'phoneKey', '=', key)
    .where('status', '=', '0')
    .executeTakeFirst()

/** Sends a reminder, once a minute; whoever asks sooner, as by a second click, is told so. */
const remind = async (trx: Trx, { outbox, profile }: Services, contact: Contact): Promise<null> => {
  const { kind, key } = contact
  const pause = { bucket: `remind:${key}`, most: 1, window: { seconds: 60 } }
  if (!(await spendLimit(trx, pause))) refuse(codes.limitReached)
  if (!(await spendLimit(trx, dayLimit(key, profile.timeZone))))
    refuse(codes.limitReached, 'refusal.sendDayLimit')
  const user = await findUser(trx, contact)
  if (!user) return null
  const { to, userName } = user
  const language = languageOf(user.language)
  await outbox.queueMessage(trx, { kind, to, language, template: 'userNameReminder', params: { userName } })
  return null
}

/** POST /account/forget/email/find. */
export const forgotFindByEmailRoute = handleOwn(
  forgotFindByEmail,
  async ({ input, client, services, system }) => {
    await spendAddress(system, 'send', client)
    const contact: Contact = { kind: 'email', key: emailKey(input.email) }
    return evenly(system((trx) => remind(trx, services, contact)))
  },
)

/** POST /account/forget/phone/find. */
export const forgotFindByPhoneRoute = handleOwn(
  forgotFindByPhone,
  async ({ input, client, services, system }) => {
    await spendAddress(system, 'send', client)
    const contact: Contact = { kind: 'sms', key: phoneKey(input.phone) }
    return evenly(system((trx) => remind(trx, services, contact)))
  },
)
