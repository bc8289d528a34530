import { type RequestOf, userUpdateImportant } from '@atrium/contract'
import { sql } from 'kysely'
import { duplicateIssues, rejectingDuplicates, rejectStale } from '../../../platform/crud/index.ts'
import { fieldIssue, rejectFields } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Audit, Services } from '../../../platform/http/work.ts'
import { type Granting, rejectUnlessReaches } from '../../access/index.ts'
import { changedExternalFields, columnsOf, movedContacts, notifyContactChange } from '../accounts/index.ts'
import { asVerified, isExternal, uniqueOfUsers } from '../identifiers/index.ts'
import { userForUpdate } from './user-row.ts'

interface Job extends Granting {
  readonly audit: Audit
  readonly services: Services
}

/** The user to change, and the tenant that owns the audit event; the platform by default. */
interface Subject {
  readonly userId: string
  readonly tenantId?: string
}

type Important = Omit<RequestOf<typeof userUpdateImportant>, 'id'>

/**
 * Changes a user's name, e-mail address and phone number, and notifies them at their previous contacts. The caller
 * must have checked that this user may be changed.
 * @throws Rejection 422 on each field that is taken or owned by an external identity source, 409 with the changes
 * since the given version
 */
export async function changeImportant(
  { trx, caller, audit, services }: Job,
  { userId, tenantId }: Subject,
  { rowVersion, ...fields }: Important,
): Promise<void> {
  const row = await userForUpdate(trx, userId)
  if (rowVersion !== undefined) await rejectStale(trx, 'app_user', row, fields, rowVersion)
  if (isExternal(services.profile, row.org))
    rejectFields(changedExternalFields(fields, row).map((field) => fieldIssue(field, 'rule.fixed')))
  const columns = columnsOf(fields, row)
  const moved = movedContacts(columns, row)
  // An administrator's stolen session must not be enough to take over their own account either.
  if (userId === caller.userId) rejectFields(moved.map((field) => fieldIssue(field, 'rule.contactApart')))
  // Check changed contacts only. Another user may have verified an unchanged one in the meantime.
  const movedKeys = Object.fromEntries(moved.map((contact) => [`${contact}Key`, columns[`${contact}Key`]]))
  rejectFields(
    await duplicateIssues(
      trx,
      { table: 'appUser', unique: uniqueOfUsers },
      { id: userId, ...movedKeys, ...asVerified },
    ),
  )
  const next = await rejectingDuplicates(uniqueOfUsers, () =>
    trx
      .updateTable('appUser')
      .set({ ...columns, rowVersion: row.rowVersion + 1, updatedAt: sql<Date>`now()` })
      .where('id', '=', userId)
      // A database trigger marks a changed number as unverified.
      .returning(['phoneValid', 'rowVersion'])
      .executeTakeFirstOrThrow(),
  )
  const byAdministrator = userId !== caller.userId
  await notifyContactChange(trx, services, { ...row, tenantId }, columns, { byAdministrator })
  audit({
    entity: 'app_user',
    entityId: userId,
    tenantId,
    before: row,
    after: { ...row, ...columns, ...next },
  })
}

/** POST /sys/user/update/admin. */
export const userUpdateImportantRoute = handle(userUpdateImportant, async (job) => {
  const { id, ...important } = job.input
  await rejectUnlessReaches(job.trx, job.caller, id)
  await changeImportant(job, { userId: id }, important)
  return null
})
