import { userUpdateImportant } from '@atrium/contract'
import { sql } from 'kysely'
import { duplicateIssues, refuseStale, refusingDuplicates } from '../../crud/index.ts'
import { fieldIssue, refuseFields } from '../../http/refusal.ts'
import { handle } from '../../http/route.ts'
import { refuseUnlessReaches } from '../access/index.ts'
import { changedExternalFields, columnsOf, movedContacts, notifyContactChange } from '../accounts/index.ts'
import { isExternal } from '../identifiers/index.ts'
import { uniqueOfUsers, userForUpdate } from './user-row.ts'

/** POST /sys/user/update/admin. The user is told, where they were reached so far. */
export const userUpdateImportantRoute = handle(userUpdateImportant, async (job) => {
  const { input, caller, trx, audit, services } = job
  const { id, rowVersion, ...fields } = input
  await refuseUnlessReaches(trx, caller, id)
  const row = await userForUpdate(trx, id)
  if (rowVersion !== undefined) await refuseStale(trx, 'app_user', row, fields, rowVersion)
  if (isExternal(services.profile, row.org))
    refuseFields(changedExternalFields(fields, row).map((field) => fieldIssue(field, 'rule.fixed')))
  const columns = columnsOf(fields, row)
  // An administrator's session alone must not make their account another's either.
  if (id === caller.userId)
    refuseFields(movedContacts(columns, row).map((field) => fieldIssue(field, 'rule.contactApart')))
  refuseFields(
    await duplicateIssues(trx, { table: 'appUser', unique: uniqueOfUsers }, { ...row, ...columns }),
  )
  const next = { ...row, ...columns, rowVersion: row.rowVersion + 1 }
  await refusingDuplicates(uniqueOfUsers, () =>
    trx
      .updateTable('appUser')
      .set({ ...columns, rowVersion: next.rowVersion, updatedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .execute(),
  )
  await notifyContactChange(trx, services.outbox, row, columns)
  audit({ entity: 'app_user', entityId: id, before: row, after: next })
  return null
})
