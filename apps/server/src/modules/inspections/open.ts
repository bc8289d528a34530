import { randomBytes } from 'node:crypto'
import { codes, globalTenantId, inspectionOpen, type Language, type RequestOf } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkWritable, rejectingDuplicates } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { fieldIssue, reject, rejectFields } from '../../platform/http/rejection.ts'
import { handleOwn } from '../../platform/http/route.ts'
import type { Services } from '../../platform/http/work.ts'
import { accessFields, daysIn, periodIssues } from '../access/index.ts'
import {
  emailKey,
  fullNameOf,
  hasVerified,
  keepUserNameLooks,
  userNameKey,
} from '../identity/identifiers/index.ts'
import { spendCausedOrReject } from '../identity/limits/index.ts'
import { withHashQueue } from '../identity/passwords/index.ts'
import { newSentPassword, type SentPassword } from '../identity/users/index.ts'

type Input = RequestOf<typeof inspectionOpen>

/** Account that an earlier inspection of the same person has left. */
interface FormerAccount {
  readonly id: string
  readonly userName: string
}

type OpeningServices = Pick<Services, 'outbox' | 'profile'>

/** An inspection to open, with the language of the inspector’s account and mail. */
interface Opening extends Input {
  readonly language: Language
  readonly openedBy: string
}

/** SQL condition: the account was opened for an inspection. */
const isInspector = sql<boolean>`exists (select from inspection where inspection.user_id = app_user.id)`

/**
 * Returns the account of an earlier inspection with this address, locked for an update; undefined if there is none.
 * @throws Rejection 422 if somebody else has the address, or the earlier inspection is still open
 */
async function formerAccount(trx: Trx, email: string): Promise<FormerAccount | undefined> {
  const key = emailKey(email)
  const found = await trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'roleId'])
    .select(isInspector.as('inspected'))
    .select(
      sql<boolean>`exists (select from inspection where inspection.user_id = app_user.id and closed_at is null)`.as(
        'isOpen',
      ),
    )
    .select(
      sql<boolean>`exists (select from tenant_user where tenant_user.user_id = app_user.id)`.as('member'),
    )
    .where((eb) => eb.or([eb.and([eb('emailKey', '=', key), isInspector]), hasVerified('email', [key])]))
    .forUpdate()
    .execute()
  const others = found.filter(({ inspected, member, roleId }) => !inspected || member || roleId !== null)
  if (others.length > 0) rejectFields([fieldIssue('email', 'inspection.rule.account')])
  if (found.some(({ isOpen }) => isOpen)) rejectFields([fieldIssue('email', 'inspection.rule.open')])
  return found[0]
}

/** Creates the inspector’s account, or opens the one of an earlier inspection again, and mails its password. */
async function giveAccount(
  trx: Trx,
  { outbox, profile }: OpeningServices,
  { inspectorName, email, language, openedBy: addedBy }: Opening,
  { params, columns }: SentPassword,
): Promise<FormerAccount> {
  const former = await formerAccount(trx, email)
  const account = former ?? { id: uuidv7(), userName: `inspector-${randomBytes(5).toString('hex')}` }
  const { id, userName } = account
  const values = { ...columns, fullName: inspectorName, email, emailKey: emailKey(email), language }
  if (former)
    await trx
      .updateTable('appUser')
      .set({ ...values, status: '0', rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
  else {
    await trx
      .insertInto('appUser')
      .values({ id, userName, userNameKey: userNameKey(userName), ...values, addedBy })
      .execute()
    await keepUserNameLooks(trx, 'userName', { id, userName })
  }
  // An inspection without a password that arrives is useless.
  await spendCausedOrReject(trx, profile.timeZone, [values.emailKey ?? ''])
  await outbox.queueMessage(trx, {
    kind: 'email',
    to: email,
    language,
    template: 'newAccount',
    params: { ...params, userName },
  })
  return account
}

/** Rejects studies that are not the tenant’s. */
async function checkStudies(trx: Trx, { tenantId, studyIds }: Input): Promise<void> {
  const found = await trx
    .selectFrom('study')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${studyIds})`)
    .execute()
  if (found.length < studyIds.length) rejectFields([fieldIssue('studyIds', 'rule.reference')])
}

/**
 * Opens an inspection as the system: adds it with its account, and mails the password.
 * @returns the inspection, and the name of its account
 * @throws Rejection 422 if somebody else has the address, or the inspector’s earlier inspection is still open
 */
export async function openInspection(
  trx: Trx,
  services: OpeningServices,
  opening: Opening,
  password: SentPassword,
) {
  const { language: _, accessFrom, accessUntil, openedBy, ...fields } = opening
  const days = daysIn(services.profile.timeZone)
  const { id: userId, userName } = await giveAccount(trx, services, opening, password)
  const openerName = await fullNameOf(trx, openedBy)
  const inspection = await rejectingDuplicates({ inspection_account: 'email' }, () =>
    trx
      .insertInto('inspection')
      .values({
        ...{ ...fields, id: uuidv7(), userId, openedBy, openerName },
        ...{
          accessFrom: days.begin(accessFrom) ?? new Date(),
          accessUntil: days.end(accessUntil) ?? new Date(),
        },
        unblinding: fields.unblindingReason === '' ? 'none' : 'requested',
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  return { inspection, userName }
}

/** POST /inspection/open. */
export const openRoute = handleOwn(inspectionOpen, async (work) => {
  const { input, as, caller, client, services, language, asCaller, system, requireReason } = work
  const { tenantId, accessFrom: from, accessUntil: until } = input
  rejectFields(periodIssues(accessFields, { from, until }, daysIn(services.profile.timeZone).today()))
  await asCaller(async (trx) => {
    if (tenantId === globalTenantId) reject(codes.notFound)
    await checkWritable({ trx, as }, tenantId)
    await checkStudies(trx, input)
    await requireReason(trx, tenantId)
  })
  const password = await withHashQueue(client, newSentPassword)
  return system(async (trx, audit) => {
    const opening = { ...input, language, openedBy: caller.userId }
    const { inspection, userName } = await openInspection(trx, services, opening, password)
    const { id } = inspection
    audit({ entity: 'inspection', entityId: id, tenantId, after: { ...inspection, userName } })
    return id
  })
})
