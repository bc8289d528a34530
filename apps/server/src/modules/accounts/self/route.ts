import { updateSelf } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import { fieldIssue, refuseConflict, refuseFields } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import { isExternal } from '../../identifiers/index.ts'
import { placeIssues } from '../../regions/index.ts'
import {
  changesSince,
  columnsOf,
  keptElsewhere,
  movedContacts,
  type Self,
  type SelfFields,
  valuesOf,
} from './changes.ts'

const readSelf = (trx: Trx, id: string) =>
  trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'fullName', 'language', 'birthday', 'sex', 'email', 'emailKey', 'emailValid'])
    .select(['phone', 'phoneKey', 'countryId', 'provinceId', 'cityId', 'org', 'rowVersion'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** What is wrong with the place that a user will have; nothing where it is not spoken of. */
const placeProblems = (trx: Trx, { countryId, provinceId, cityId }: SelfFields, self: Self) =>
  [countryId, provinceId, cityId].every((region) => region === undefined)
    ? []
    : placeIssues(trx, {
        countryId: countryId ?? self.countryId ?? '',
        provinceId: provinceId ?? self.provinceId ?? '',
        cityId: cityId ?? self.cityId ?? '',
      })

/**
 * POST /sys/user/update/self. A form may send e-mail address and phone along as they are; another one wants more than
 * a session, and is changed elsewhere.
 */
export const updateSelfRoute = handleOwn(updateSelf, ({ input, caller, services, system }) =>
  system(async (trx, audit) => {
    const { rowVersion, ...fields } = input
    const self = await readSelf(trx, caller.userId)
    if (isExternal(services.profile, self.org))
      refuseFields(keptElsewhere(fields, self).map((field) => fieldIssue(field, 'rule.fixed')))
    const columns = columnsOf(fields, self)
    if (rowVersion !== undefined && rowVersion !== self.rowVersion) refuseConflict(changesSince(fields, self))
    refuseFields([
      ...movedContacts(columns, self).map((field) => fieldIssue(field, 'rule.contactApart')),
      ...(await placeProblems(trx, fields, self)),
    ])
    const changed = { ...columns, rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` }
    const { rowVersion: next } = await trx
      .updateTable('appUser')
      .set(changed)
      .where('id', '=', self.id)
      .returning('rowVersion')
      .executeTakeFirstOrThrow()
    audit({
      ...{ entity: 'app_user', entityId: self.id },
      before: { ...valuesOf(self, columns), rowVersion: self.rowVersion },
      after: { ...columns, rowVersion: next },
    })
    return null
  }),
)
