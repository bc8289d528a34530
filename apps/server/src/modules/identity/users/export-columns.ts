import { fieldKeys, keyAtRunTime, type Language, shownEmail, type Translate } from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Column } from '../../../platform/export/workbook.ts'
import { daysIn } from '../../access/index.ts'

/** Query for the users to export, without columns, order or paging. */
export type ChosenUsers = SelectQueryBuilder<Database, 'appUser', object>

/**
 * Selects the users of the workbook, newest first, like the list. There are no joins: names of roles and regions are
 * looked up separately, so that a wrong estimate of the matching users cannot cause a slow plan.
 */
export const exportedUsers = (chosen: ChosenUsers, timeZone: string) =>
  chosen
    .select(['appUser.fullName', 'appUser.userName', 'appUser.email', 'appUser.emailValid', 'appUser.phone'])
    .select(['appUser.phoneValid'])
    .select(['appUser.roleFrom', 'appUser.roleUntil'])
    .select(['appUser.roleId', 'appUser.status', 'appUser.userType', 'appUser.sex', 'appUser.birthday'])
    .select(['appUser.language', 'appUser.countryId', 'appUser.provinceId', 'appUser.cityId'])
    .select(['appUser.org', 'appUser.remark'])
    .select(
      sql<string>`to_char(app_user.created_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`.as(
        'createTime',
      ),
    )
    .orderBy('appUser.createdAt', 'desc')
    .orderBy('appUser.id', 'desc')

/** Columns of a user as read for the workbook. */
type ExportedUser = Awaited<ReturnType<ReturnType<typeof exportedUsers>['execute']>>[number]

/** Returns the name for an id; '' for null or an unknown id. */
type NameOf = (id: string | null) => string

interface Names {
  readonly role: NameOf
  readonly region: NameOf
}

const lookUp = (rows: readonly { id: string; name: string }[]): NameOf => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => (id === null ? '' : (names.get(id) ?? ''))
}

/**
 * Reads the names of all roles and regions in the given language. There are a few thousand, regardless of the number
 * of users.
 */
export async function readNames(trx: Trx, language: Language): Promise<Names> {
  const roles = trx.selectFrom('role').select(['role.id', nameIn(language, 'role.name').as('name')])
  const regions = trx.selectFrom('area').select(['area.id', nameIn(language, 'area.areaName').as('name')])
  return { role: lookUp(await roles.execute()), region: lookUp(await regions.execute()) }
}

/** Returns a function that translates the values of an enumeration, each only once; '' stays ''. */
const wordsFor = (t: Translate, field: string) => {
  const words = new Map<string | number, string>([['', '']])
  return (value: string | number): string => {
    const word = words.get(value) ?? t(keyAtRunTime(`user.value.${field}.${value}`))
    words.set(value, word)
    return word
  }
}

/**
 * Returns the columns of the export, in the order of the sheet.
 * @param t the contract's texts in the caller's language
 * @param timeZone time zone in which times are written
 */
export function exportColumns(t: Translate, names: Names, timeZone: string): readonly Column<ExportedUser>[] {
  const column = (
    field: string,
    width: number,
    textOf: Column<ExportedUser>['textOf'],
  ): Column<ExportedUser> => ({
    title: t(fieldKeys(field, 'user')),
    width,
    textOf,
  })
  const words = (field: string) => wordsFor(t, field)
  const [verified, status, type] = [words('emailValid'), words('status'), words('userType')]
  const provedPhone = words('phoneValid')
  const [sex, language] = [words('sex'), words('language')]
  const days = daysIn(timeZone)
  const periodOf = ({ roleFrom: from, roleUntil: until }: ExportedUser) => days.period({ from, until })
  const created = column('createTime', 30, ({ createTime }) => createTime)
  return [
    column('fullName', 20, ({ fullName }) => fullName),
    column('userName', 24, ({ userName }) => userName),
    column('email', 32, ({ email }) => shownEmail(email)),
    column('emailValid', 16, ({ email, emailValid }) => (email === '' ? '' : verified(emailValid))),
    column('phone', 20, ({ phone }) => phone),
    column('phoneValid', 16, ({ phone, phoneValid }) => (phone === '' ? '' : provedPhone(phoneValid))),
    column('roleId', 20, ({ roleId }) => names.role(roleId)),
    column('roleFrom', 14, (user) => periodOf(user).from),
    column('roleUntil', 14, (user) => periodOf(user).until),
    column('status', 12, (user) => status(user.status)),
    column('userType', 12, ({ userType }) => type(userType)),
    column('sex', 8, (user) => sex(user.sex)),
    column('birthday', 12, ({ birthday }) => birthday ?? ''),
    column('language', 10, (user) => language(user.language)),
    column('countryId', 16, ({ countryId }) => names.region(countryId)),
    column('provinceId', 16, ({ provinceId }) => names.region(provinceId)),
    column('cityId', 16, ({ cityId }) => names.region(cityId)),
    column('org', 16, ({ org }) => org),
    column('remark', 40, ({ remark }) => remark),
    { ...created, title: `${created.title} (${timeZone})` },
  ]
}
