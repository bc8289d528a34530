import { type Language, languageOf, type User } from '@atrium/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type { Trx } from '../../../database/transaction.ts'

type Region = 'countryId' | 'provinceId' | 'cityId'

/** The name of one of the user's regions, in a language. */
const regionName = (from: ExpressionBuilder<Database, 'appUser'>, region: Region, language: Language) =>
  sql<string>`coalesce(${from
    .selectFrom('area')
    .select(language === 'en' ? 'areaNameEn' : 'areaName')
    .whereRef('area.id', '=', `appUser.${region}`)}, '')`

const facts = [
  ...([
    'id',
    'fullName',
    'userName',
    'email',
    'emailValid',
    'phone',
    'birthday',
    'sex',
    'roleId',
    'status',
  ] as const),
  ...([
    'userType',
    'remark',
    'language',
    'ucId',
    'countryId',
    'provinceId',
    'cityId',
    'org',
    'rowVersion',
  ] as const),
] as const

/** A user's own profile, the names of regions in a language. */
export const findProfile = async (trx: Trx, userId: string, language: Language): Promise<User> => {
  const row = await trx
    .selectFrom('appUser')
    .select(facts)
    .select((from) => [
      regionName(from, 'countryId', language).as('countryName'),
      regionName(from, 'provinceId', language).as('provinceName'),
      regionName(from, 'cityId', language).as('cityName'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    birthday: row.birthday ?? '',
    roleId: row.roleId ?? '',
    countryId: row.countryId ?? '',
    provinceId: row.provinceId ?? '',
    cityId: row.cityId ?? '',
    language: languageOf(row.language),
  }
}
