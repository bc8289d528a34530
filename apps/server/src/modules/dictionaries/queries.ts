import {
  codes,
  type DictionaryEntry,
  type dictionaryChildren,
  type dictionaryList,
  globalTenantId,
  type Language,
} from '@atrium/contract'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { checkReadable, nameIn, pageOf } from '../../crud/index.ts'
import type { Database } from '../../database/index.ts'
import type { DictionaryTable } from '../../database/tables/dictionaries.ts'
import { refuse, type Work } from '../../http/index.ts'

type FoundEntry = Selectable<DictionaryTable> & { displayName: string }
type EntryQuery = SelectQueryBuilder<Database, 'dictionary', object>

const toEntry = ({ createdAt: _c, updatedAt: _u, parentId, ...entry }: FoundEntry): DictionaryEntry => ({
  ...entry,
  parentId: parentId ?? '',
})

/** All columns, in the order that entries are offered in. */
const offered = (query: EntryQuery, language: Language) =>
  query
    .selectAll('dictionary')
    .select(nameIn(language, 'dictionary.dicName').as('displayName'))
    .orderBy('dictionary.sort')
    .orderBy('dictionary.id')

/** Answers the entries of a category: the global ones and, where a tenant is named, its own. */
export async function listEntries(work: Work<typeof dictionaryList>) {
  const { input, trx, language } = work
  await checkReadable(work, input.tenantId)
  const matching = trx
    .selectFrom('dictionary')
    .where('dictionary.tenantId', 'in', [...new Set([globalTenantId, input.tenantId])])
    .where('dictionary.categoryId', '=', input.categoryId)
  return pageOf(trx, matching, input, (query) => offered(query, language), toEntry)
}

/** Answers the entries below an entry that the caller can see. */
export async function listChildren({ input, trx, language }: Work<typeof dictionaryChildren>) {
  const parent = await trx
    .selectFrom('dictionary')
    .select(['tenantId', 'id'])
    .where('id', '=', input.parentId)
    .executeTakeFirst()
  if (!parent) refuse(codes.notFound)
  const children = trx
    .selectFrom('dictionary')
    .where('dictionary.tenantId', '=', parent.tenantId)
    .where('dictionary.parentId', '=', parent.id)
  return (await offered(children, language).execute()).map(toEntry)
}
