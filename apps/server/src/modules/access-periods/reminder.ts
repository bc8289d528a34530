import { globalTenantId, type Language, languageOf, userStatus } from '@atrium/contract'
import { sql } from 'kysely'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { daysIn } from '../access/index.ts'
import { emailKey } from '../identity/identifiers/index.ts'
import type { JobHandler } from '../jobs/index.ts'
import { administratorsOf } from '../products/licences/index.ts'
import { type Ending, takeEndings, tenantsWithEndings } from './endings.ts'

/** User to whom a reminder is sent. */
interface Recipient {
  readonly userName: string
  readonly email: string
  readonly language: string
}

/** Maximum number of endings that a mail names. */
const maxNamed = 50

/**
 * Finds the user who chose an end; undefined if the user has no address, can no longer sign in, or has no rights in the
 * tenant any more.
 */
const chooserOf = (trx: Trx, tenantId: string, userId: string): Promise<Recipient | undefined> =>
  trx
    .selectFrom('appUser')
    .select(['userName', 'email', 'language'])
    .where('id', '=', userId)
    .where('email', '<>', '')
    .where(sql<boolean>`can_sign_in(app_user.id)`)
    .where(
      sql<boolean>`exists (select from reach_of(app_user.id, false) held
        where held.tenant_id in (${globalTenantId}, ${tenantId}))`,
    )
    .executeTakeFirst()

const platformAdministrators = (trx: Trx): Promise<Recipient[]> =>
  trx
    .selectFrom('openRole')
    .innerJoin('appUser', 'appUser.id', 'openRole.userId')
    .select(['appUser.userName', 'appUser.email', 'appUser.language'])
    .where('openRole.superAdmin', '=', true)
    .where('appUser.status', '=', userStatus.normal)
    .orderBy('appUser.id')
    .execute()

/** Returns who is reminded if the user who chose an end cannot be. */
const othersIn = async (trx: Trx, tenantId: string): Promise<Recipient[]> => {
  const all = await (tenantId === globalTenantId
    ? platformAdministrators(trx)
    : administratorsOf(trx, tenantId))
  return all.filter(({ email }) => email !== '')
}

interface Reminder {
  readonly recipient: Recipient
  readonly endings: Ending[]
}

/** Assigns endings to the users who are reminded of them; each address gets one reminder. */
async function remindersOf(trx: Trx, tenantId: string, endings: readonly Ending[]): Promise<Reminder[]> {
  const reminders = new Map<string, Reminder>()
  for (const [by, chosen] of Map.groupBy(endings, (ending) => ending.by)) {
    const chooser = by === null ? undefined : await chooserOf(trx, tenantId, by)
    for (const recipient of chooser ? [chooser] : await othersIn(trx, tenantId)) {
      const key = emailKey(recipient.email)
      const reminder = reminders.get(key) ?? { recipient, endings: [] }
      reminder.endings.push(...chosen)
      reminders.set(key, reminder)
    }
  }
  return [...reminders.values()]
}

/** Returns the endings as a mail names them, earliest first. */
function namedIn(language: Language, endings: readonly Ending[], timeZone: string) {
  const days = daysIn(timeZone)
  return endings
    .map(({ kind, person, what, study, until }) => ({
      kind,
      person: person[language],
      what: what?.[language] ?? '',
      study: study ?? '',
      lastDay: days.period({ from: null, until }).until,
    }))
    .toSorted(
      (one, other) =>
        one.lastDay.localeCompare(other.lastDay) || one.person.localeCompare(other.person, language),
    )
}

/**
 * Sends the due reminders of one tenant, or of the platform.
 * @returns the numbers of endings and of mails
 */
async function remind(trx: Trx, tenantId: string, { outbox, profile }: Services) {
  const endings = await takeEndings(trx, tenantId)
  const reminders = await remindersOf(trx, tenantId, endings)
  const tenant =
    tenantId === globalTenantId
      ? undefined
      : await trx.selectFrom('tenant').select('tenantName').where('id', '=', tenantId).executeTakeFirst()
  for (const { recipient, endings } of reminders) {
    const { userName, email } = recipient
    const language = languageOf(recipient.language)
    const named = namedIn(language, endings, profile.timeZone)
    await outbox.queueMessage(trx, {
      kind: 'email',
      to: email,
      language,
      tenantId,
      template: 'accessEnding',
      params: {
        userName,
        tenantName: tenant?.tenantName ?? '',
        endings: named.slice(0, maxNamed),
        count: named.length,
      },
    })
  }
  return { endings: endings.length, messages: reminders.length }
}

/**
 * Reminds those who chose the end of a membership, a role or an authorization 14 and 3 days before its last day. Each
 * tenant has one transaction that records the reminders and queues the mails, so that each reminder is sent exactly
 * once even if the run fails.
 */
export const accessReminder: JobHandler = {
  beanName: 'access',
  methodName: 'remind',
  desc: 'job.handler.access.remind',
  run: async ({ services, signal }) => {
    const { db } = services
    let endings = 0
    let messages = 0
    for (const tenantId of await inTransaction(db, asSystem, tenantsWithEndings, { readOnly: true })) {
      signal.throwIfAborted()
      const sent = await inTransaction(db, asSystem, (trx) => remind(trx, tenantId, services))
      endings += sent.endings
      messages += sent.messages
    }
    return { key: 'job.outcome.accessReminded', params: { endings, messages } }
  },
}
