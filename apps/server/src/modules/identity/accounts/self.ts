import { type FieldChange, type RequestOf, updateSelf } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { fieldIssue, rejectConflict, rejectFields } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import { regionIssues } from '../../reference-data/regions/index.ts'
import { emailKey, isExternal, phoneKey } from '../identifiers/index.ts'

type SelfFields = Omit<RequestOf<typeof updateSelf>, 'rowVersion'>

/** Current fields of a user. */
interface Self {
  readonly fullName: string
  readonly language: string
  readonly birthday: string | null
  readonly sex: string
  readonly countryId: string | null
  readonly provinceId: string | null
  readonly cityId: string | null
  readonly email: string
  readonly emailKey: string | null
  readonly emailValid: number
  readonly phone: string
  readonly phoneKey: string | null
}

/** Returns the columns that an e-mail address changes. An address that only differs in notation stays verified. */
const emailColumns = (email: string, self: Self) => {
  const key = emailKey(email)
  return { email, emailKey: key, emailValid: key === self.emailKey ? self.emailValid : 1 }
}

/** Fields that are stored as null when empty. */
const references = ['birthday', 'countryId', 'provinceId', 'cityId']

/** Returns the columns to write. Fields that were not sent are left out. */
export const columnsOf = ({ email, phone, ...plain }: SelfFields, self: Self): Partial<Self> => ({
  ...Object.fromEntries(
    Object.entries(plain)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, value === '' && references.includes(field) ? null : value]),
  ),
  ...(email !== undefined && emailColumns(email, self)),
  ...(phone !== undefined && { phone, phoneKey: phoneKey(phone) }),
})

/** Returns the contacts that really change, not just in notation. */
export const movedContacts = (columns: Partial<Self>, self: Self): ('email' | 'phone')[] =>
  (['email', 'phone'] as const).filter((contact) => {
    const key = `${contact}Key` as const
    return columns[key] !== undefined && columns[key] !== self[key]
  })

/** Fields that external identity sources own. */
const kept = ['fullName', 'email', 'phone'] as const

/** Returns the fields that the request changes although the external identity source owns them. */
export const changedExternalFields = (fields: SelfFields, self: Self): readonly string[] =>
  kept.filter((field) => fields[field] !== undefined && fields[field] !== self[field])

/** Returns the sent fields that an inspector may not change. */
const changedBesidesLanguage = (fields: SelfFields): readonly string[] =>
  Object.entries(fields)
    .filter(([field, value]) => field !== 'language' && value !== undefined)
    .map(([field]) => field)

/** Returns the sent fields whose current values differ, for a save based on an older version. */
const changesSince = (fields: SelfFields, self: Self): FieldChange[] =>
  (Object.keys(fields) as (keyof SelfFields)[])
    .filter((field) => fields[field] !== undefined && fields[field] !== (self[field] ?? ''))
    .map((field) => ({ field, current: self[field] ?? '' }))

/** Returns the current values of the given columns. */
const valuesOf = (self: Self, columns: Partial<Self>): Partial<Self> =>
  Object.fromEntries((Object.keys(columns) as (keyof Self)[]).map((column) => [column, self[column]]))

const readSelf = (trx: Trx, id: string) =>
  trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'fullName', 'language', 'birthday', 'sex', 'email', 'emailKey', 'emailValid'])
    .select(['phone', 'phoneKey', 'countryId', 'provinceId', 'cityId', 'org', 'rowVersion'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Returns the problems of a user's new region. Empty if the region is not part of the change. */
const regionProblems = (trx: Trx, { countryId, provinceId, cityId }: SelfFields, self: Self) =>
  [countryId, provinceId, cityId].every((region) => region === undefined)
    ? []
    : regionIssues(trx, {
        countryId: countryId ?? self.countryId ?? '',
        provinceId: provinceId ?? self.provinceId ?? '',
        cityId: cityId ?? self.cityId ?? '',
      })

/**
 * Handles POST /sys/user/update/self. A form may send the current e-mail address and phone along. Changing a contact
 * requires proof beyond the session and has its own endpoint.
 */
export const updateSelfRoute = handleOwn(updateSelf, ({ input, caller, services, system }) =>
  system(async (trx, audit) => {
    const { rowVersion, ...fields } = input
    const self = await readSelf(trx, caller.userId)
    if (caller.inspection)
      rejectFields(changedBesidesLanguage(fields).map((field) => fieldIssue(field, 'rule.fixed')))
    if (isExternal(services.profile, self.org))
      rejectFields(changedExternalFields(fields, self).map((field) => fieldIssue(field, 'rule.fixed')))
    const columns = columnsOf(fields, self)
    if (rowVersion !== undefined && rowVersion !== self.rowVersion) rejectConflict(changesSince(fields, self))
    rejectFields([
      ...movedContacts(columns, self).map((field) => fieldIssue(field, 'rule.contactApart')),
      ...(await regionProblems(trx, fields, self)),
    ])
    const changed = { ...columns, rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` }
    const { rowVersion: next } = await trx
      .updateTable('appUser')
      .set(changed)
      .where('id', '=', self.id)
      .returning('rowVersion')
      .executeTakeFirstOrThrow()
    audit({
      entity: 'app_user',
      entityId: self.id,
      before: { ...valuesOf(self, columns), rowVersion: self.rowVersion },
      after: { ...columns, rowVersion: next },
    })
    return null
  }),
)
