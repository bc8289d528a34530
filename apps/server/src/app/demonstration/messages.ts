import { uuidv7 } from 'uuidv7'
import { type Message, outboxRow } from '../../modules/messages/index.ts'
import { asPlatform, asSystem, setRole, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import data from './data/messages.json' with { type: 'json' }
import { daysAgo, type Ids, idOf } from './rows.ts'
import { demoTenants } from './tenants.ts'
import { demoUsers } from './users.ts'

/** `expired`: no longer sent because the message's code or key was no longer valid. */
type Outcome = 'delivered' | 'late' | 'rejected' | 'expired'

type Attempt = readonly [
  outcome: 'delivered' | 'deferred' | 'unreachable' | 'refused' | 'expired',
  mailServer: string,
  smsGateway: string,
]

/** Attempts of each outcome, with the responses of the mail server or SMS gateway. */
const attemptsOf: Readonly<Record<Outcome, readonly Attempt[]>> = {
  delivered: [['delivered', '250 2.0.0 OK: queued', 'HTTP 200 accepted']],
  late: [
    ['unreachable', 'ECONNREFUSED', 'ECONNREFUSED'],
    ['deferred', '451 4.3.2 Please try again later', 'HTTP 429 too many requests'],
    ['delivered', '250 2.0.0 OK: queued', 'HTTP 200 accepted'],
  ],
  rejected: [['refused', '550 5.1.1 User unknown', 'HTTP 400 number not in service']],
  expired: [
    ['deferred', '450 4.2.1 Mailbox busy', 'HTTP 503 carrier unavailable'],
    ['expired', '', ''],
  ],
}

const key = 'x'.repeat(43)
const code = '000000'

interface Recipient {
  readonly userName: string
  readonly email: string
  readonly phone: string
  readonly tenantId: string
  readonly tenantName: string
}

/** Messages by kind and template. */
const messageOf = {
  'email addedToTenant': ({ email: to, userName, tenantId, tenantName }: Recipient): Message => ({
    ...{ kind: 'email', to, language: 'zh', tenantId, template: 'addedToTenant' },
    params: { userName, tenantName },
  }),
  'email invitation': ({ email: to, tenantId, tenantName }: Recipient): Message => ({
    ...{ kind: 'email', to, language: 'zh', tenantId, template: 'invitation' },
    params: { tenantName, key, lifeSeconds: 604_800 },
  }),
  'email userNameReminder': ({ email: to, userName }: Recipient): Message => ({
    ...{ kind: 'email', to, language: 'zh', template: 'userNameReminder', params: { userName } },
  }),
  'email passwordResetCode': ({ email: to }: Recipient): Message => ({
    ...{
      kind: 'email',
      to,
      language: 'zh',
      template: 'passwordResetCode',
      params: { code, lifeSeconds: 600 },
    },
  }),
  'email emailVerification': ({ email: to, userName }: Recipient): Message => ({
    ...{ kind: 'email', to, language: 'zh', template: 'emailVerification' },
    params: { userName, key, lifeSeconds: 86_400 },
  }),
  'sms signInCode': ({ phone: to }: Recipient): Message => ({
    ...{ kind: 'sms', to, language: 'zh', template: 'signInCode', params: { code, lifeSeconds: 300 } },
  }),
  'sms passwordResetCode': ({ phone: to }: Recipient): Message => ({
    ...{ kind: 'sms', to, language: 'zh', template: 'passwordResetCode', params: { code, lifeSeconds: 300 } },
  }),
  'sms userNameReminder': ({ phone: to, userName }: Recipient): Message => ({
    ...{ kind: 'sms', to, language: 'zh', template: 'userNameReminder', params: { userName } },
  }),
}

interface DemoMessage {
  readonly user: string
  readonly message: keyof typeof messageOf
  readonly outcome: Outcome
  readonly daysAgo: number
}

/**
 * Returns the rows of a past message and its attempts. Its code or key, which was never valid, is wiped.
 */
function pastMessage(message: Message, { outcome, daysAgo: days }: DemoMessage, services: MessageServices) {
  const row = outboxRow(message, services)
  const attempts = attemptsOf[outcome]
  const at = (nth: number) => daysAgo(days - nth * 0.02)
  const isDelivered = attempts.at(-1)?.[0] === 'delivered'
  const wiped =
    row.expiresAt === null ? {} : { bodyEncrypted: null, wipedAt: at(attempts.length), expiresAt: at(2) }
  return {
    row: {
      ...{ ...row, ...wiped, createdAt: at(0), deliveredAt: isDelivered ? at(attempts.length - 1) : null },
      state: isDelivered ? ('delivered' as const) : ('failed' as const),
      sendCount: attempts.filter(([result]) => result !== 'expired').length,
    },
    attempts: attempts.map(([result, mailServer, smsGateway], nth) => ({
      ...{ tenantId: row.tenantId, id: uuidv7(), messageId: row.id, at: at(nth), outcome: result },
      answer: message.kind === 'email' ? mailServer : smsGateway,
    })),
  }
}

type MessageServices = Pick<Services, 'secrets' | 'profile'>

/** Adds e-mails and SMS of the last weeks, delivered and failed. */
export async function addMessages(trx: Trx, services: MessageServices, tenantIds: Ids): Promise<void> {
  const past = (data as readonly DemoMessage[]).flatMap((sent) => {
    const user = demoUsers.find(({ userName }) => userName === sent.user)
    const tenant = demoTenants.find(({ key }) => key === user?.tenant)
    if (!(user && tenant)) throw new Error(`The demonstration data has no user ${sent.user}`)
    const recipient = { ...user, tenantId: idOf(tenantIds, tenant.key), tenantName: tenant.tenantName }
    return [pastMessage(messageOf[sent.message](recipient), sent, services)]
  })
  // Only the server itself may write attempts.
  await setRole(trx, asSystem)
  await trx
    .insertInto('message')
    .values(past.map(({ row }) => row))
    .execute()
  await trx
    .insertInto('messageAttempt')
    .values(past.flatMap(({ attempts }) => attempts))
    .execute()
  await setRole(trx, asPlatform)
}
