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
  { outbox, profile }: Services,
  {
    inspectorName,
    email,
    language,
    addedBy,
  }: Pick<Input, 'inspectorName' | 'email'> & {
    readonly language: Language
    readonly addedBy: string
  },
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

/** POST /inspection/open. */
export const openRoute = handleOwn(inspectionOpen, async (work) => {
  const { input, as, caller, client, services, language, asCaller, system, requireReason } = work
  const { tenantId, accessFrom: from, accessUntil: until, email, ...fields } = input
  const days = daysIn(services.profile.timeZone)
  rejectFields(periodIssues(accessFields, { from, until }, days.today()))
  await asCaller(async (trx) => {
    if (tenantId === globalTenantId) reject(codes.notFound)
    await checkWritable({ trx, as }, tenantId)
    await checkStudies(trx, input)
    await requireReason(trx, tenantId)
  })
  const password = await withHashQueue(client, newSentPassword)
  return system(async (trx, audit) => {
    const names = { inspectorName: fields.inspectorName, email, language, addedBy: caller.userId }
    const { id: userId, userName } = await giveAccount(trx, services, names, password)
    const openerName = await fullNameOf(trx, caller.userId)
    const after = await rejectingDuplicates({ inspection_account: 'email' }, () =>
      trx
        .insertInto('inspection')
        .values({
          ...{ ...fields, tenantId, id: uuidv7(), email, userId, openedBy: caller.userId },
          ...{ accessFrom: days.begin(from) ?? new Date(), accessUntil: days.end(until) ?? new Date() },
          openerName,
          unblinding: fields.unblindingReason === '' ? 'none' : 'requested',
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    audit({ entity: 'inspection', entityId: after.id, tenantId, after: { ...after, userName } })
    return after.id
  })
})
