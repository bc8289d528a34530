import { codes, updateSelf } from '@atrium/contract'
import { sql } from 'kysely'
import { refusingDoubles } from '../../../crud/index.ts'
import type { Trx } from '../../../database/transaction.ts'
import { fieldIssue, refuse, refuseConflict, refuseFields } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { OwnWork } from '../../../http/work.ts'
import { isExternal } from '../../identity/external.ts'
import { contactLimit, spendLimit } from '../../identity/limits/index.ts'
import { notifyContactChange } from '../contact-change/index.ts'
import { changesSince, columnsOf, keptElsewhere, movesContact, valuesOf } from './changes.ts'

const readSelf = (trx: Trx, id: string) =>
  trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'fullName', 'language', 'birthday', 'sex', 'email', 'emailKey', 'emailValid'])
    .select(['phone', 'phoneKey', 'org', 'rowVersion'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const unique = { app_user_email_key_key: 'email', app_user_phone_key_key: 'phone' }

/**
 * Spends the day's limit where the e-mail address or phone is to be another one, in a transaction of its own: it
 * stays spent where somebody else has that one.
 */
const spendContactChange = async ({ input, caller, services, system }: OwnWork<typeof updateSelf>) => {
  const { rowVersion, ...fields } = input
  const spent = await system(async (trx) => {
    const self = await readSelf(trx, caller.userId)
    return (
      !movesContact(columnsOf(fields, self), self) ||
      spendLimit(trx, contactLimit(self.id, services.profile.timeZone))
    )
  })
  if (!spent) refuse(codes.limitReached, 'refusal.contactDayLimit')
}

/** POST /sys/user/update/self. */
export const updateSelfRoute = handleOwn(updateSelf, async (work) => {
  const { input, caller, services, system } = work
  await spendContactChange(work)
  return system(async (trx, audit) => {
    const { rowVersion, ...fields } = input
    const self = await readSelf(trx, caller.userId)
    if (isExternal(services.profile, self.org))
      refuseFields(keptElsewhere(fields, self).map((field) => fieldIssue(field, 'rule.fixed')))
    const columns = columnsOf(fields, self)
    if (rowVersion !== undefined && rowVersion !== self.rowVersion) refuseConflict(changesSince(fields, self))
    const changed = { ...columns, rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` }
    const { rowVersion: next } = await refusingDoubles(unique, () =>
      trx
        .updateTable('appUser')
        .set(changed)
        .where('id', '=', self.id)
        .returning('rowVersion')
        .executeTakeFirstOrThrow(),
    )
    await notifyContactChange(trx, services.outbox, self, columns)
    audit({
      ...{ entity: 'app_user', entityId: self.id },
      before: { ...valuesOf(self, columns), rowVersion: self.rowVersion },
      after: { ...columns, rowVersion: next },
    })
    return null
  })
})
