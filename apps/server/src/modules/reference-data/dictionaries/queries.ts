import {
  type Category,
  type categoryTypes,
  codes,
  type dictionaryChildren,
  type dictionaryList,
  globalTenantId,
  type Language,
  type RequestOf,
} from '@atrium/contract'
import type { SelectQueryBuilder } from 'kysely'
import { checkReadable, inTenantsOrGlobal, nameIn, pageOf, toWire } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { columnsContain } from '../../../platform/database/search.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'

type EntryQuery = SelectQueryBuilder<Database, 'dictionary', object>

/** Selects all columns, in display order. */
const offered = (query: EntryQuery, language: Language) =>
  query
    .selectAll('dictionary')
    .select(nameIn(language, 'dictionary.dicName').as('displayName'))
    .orderBy('dictionary.sort')
    .orderBy('dictionary.id')

type Reading = Pick<Work<typeof dictionaryList>, 'trx' | 'language'>
type Wanted = Omit<RequestOf<typeof dictionaryList>, 'tenantId'>

/** Reads one page of the global entries and those of a tenant. The caller must have checked access to the tenant. */
export function readEntries({ trx, language }: Reading, tenantId: string, wanted: Wanted) {
  const { categoryId, id, keyWord } = wanted
  const matching = trx
    .selectFrom('dictionary')
    .where('dictionary.tenantId', 'in', [...new Set([globalTenantId, tenantId])])
    .where('dictionary.categoryId', '=', categoryId)
    .$if(id !== '', (query) => query.where('dictionary.id', '=', id))
    .where(columnsContain(['dictionary.dicName', 'dictionary.dicNameEn'], keyWord))
  return pageOf(trx, matching, wanted, (query) => offered(query, language), toWire)
}

/** Returns the entries of a category: the global ones and, for a given tenant, its own. */
export async function listEntries(work: Work<typeof dictionaryList>) {
  const { tenantId, ...wanted } = work.input
  await checkReadable(work, tenantId)
  return readEntries(work, tenantId, wanted)
}

/** Returns the children of an entry that the caller can see. */
export async function listChildren({ input, trx, as, language }: Work<typeof dictionaryChildren>) {
  const parent = await trx
    .selectFrom('dictionary')
    .select(['tenantId', 'id'])
    .where('id', '=', input.parentId)
    .where(inTenantsOrGlobal(as, 'tenantId'))
    .executeTakeFirst()
  if (!parent) reject(codes.notFound)
  const children = trx
    .selectFrom('dictionary')
    .where('dictionary.tenantId', '=', parent.tenantId)
    .where('dictionary.parentId', '=', parent.id)
  return (await offered(children, language).execute()).map(toWire)
}

/** Returns the top-level categories. Child categories are reached through their parents. */
export const listCategories = ({ trx, language }: Work<typeof categoryTypes>): Promise<Category[]> =>
  trx
    .selectFrom('dictionaryCategory')
    .select(['code', 'isTenant', 'childCode', 'isParent'])
    .select(nameIn(language, 'dictionaryCategory.categoryName').as('desc'))
    .where('code', 'not in', (eb) => eb.selectFrom('dictionaryCategory as parent').select('parent.childCode'))
    .orderBy('sort')
    .execute()
