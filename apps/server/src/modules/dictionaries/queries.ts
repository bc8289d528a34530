import {
  type Category,
  type categoryTypes,
  codes,
  type dictionaryChildren,
  type dictionaryList,
  globalTenantId,
  type Language,
  maxLimit,
} from '@atrium/contract'
import type { SelectQueryBuilder } from 'kysely'
import { checkReadable, inTenantsOrGlobal, nameIn, pageOf, toWire } from '../../crud/index.ts'
import type { Database } from '../../database/index.ts'
import { refuse } from '../../http/refusal.ts'
import type { Work } from '../../http/work.ts'

type EntryQuery = SelectQueryBuilder<Database, 'dictionary', object>

/** All columns, in the order that entries are offered in. */
const offered = (query: EntryQuery, language: Language) =>
  query
    .selectAll('dictionary')
    .select(nameIn(language, 'dictionary.dicName').as('displayName'))
    .orderBy('dictionary.sort')
    .orderBy('dictionary.id')

type Reading = Pick<Work<typeof dictionaryList>, 'trx' | 'language'>

/** The entries of a category: the global ones and those of a tenant, one that `checkReadable` let through. */
const entriesOf = ({ trx }: Reading, tenantId: string, categoryId: string) =>
  trx
    .selectFrom('dictionary')
    .where('dictionary.tenantId', 'in', [...new Set([globalTenantId, tenantId])])
    .where('dictionary.categoryId', '=', categoryId)

/** Answers the entries of a category: the global ones and, where a tenant is named, its own. */
export async function listEntries(work: Work<typeof dictionaryList>) {
  const { input, trx, language } = work
  await checkReadable(work, input.tenantId)
  const matching = entriesOf(work, input.tenantId, input.categoryId)
  return pageOf(trx, matching, input, (query) => offered(query, language), toWire)
}

/** All entries of a category that a tenant has, for whoever found the tenant by something of its own. */
export async function allEntries(reading: Reading, tenantId: string, categoryId: string) {
  const all = { page: 1, limit: maxLimit }
  const matching = entriesOf(reading, tenantId, categoryId)
  return pageOf(reading.trx, matching, all, (query) => offered(query, reading.language), toWire)
}

/** Answers the entries below an entry that the caller can see. */
export async function listChildren({ input, trx, as, language }: Work<typeof dictionaryChildren>) {
  const parent = await trx
    .selectFrom('dictionary')
    .select(['tenantId', 'id'])
    .where('id', '=', input.parentId)
    .where(inTenantsOrGlobal(as, 'tenantId'))
    .executeTakeFirst()
  if (!parent) refuse(codes.notFound)
  const children = trx
    .selectFrom('dictionary')
    .where('dictionary.tenantId', '=', parent.tenantId)
    .where('dictionary.parentId', '=', parent.id)
  return (await offered(children, language).execute()).map(toWire)
}

/** Answers the categories of the first level; those of children are reached through their parents. */
export const listCategories = ({ trx, language }: Work<typeof categoryTypes>): Promise<Category[]> =>
  trx
    .selectFrom('dictionaryCategory')
    .select(['code', 'isTenant', 'childCode', 'isParent'])
    .select(nameIn(language, 'dictionaryCategory.categoryName').as('desc'))
    .where('code', 'not in', (eb) => eb.selectFrom('dictionaryCategory as parent').select('parent.childCode'))
    .orderBy('sort')
    .execute()
