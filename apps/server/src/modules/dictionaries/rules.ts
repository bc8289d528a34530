import { globalTenantId } from '@atrium/contract'
import type { Selectable } from 'kysely'
import type { Row } from '../../crud/index.ts'
import type { DictionaryCategoryTable } from '../../database/tables/dictionaries.ts'
import type { Trx } from '../../database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../http/index.ts'
import type { EntryFields } from './entity.ts'

type Category = Selectable<DictionaryCategoryTable>

/** An entry stays where it was made: what refers to it relies on that. */
const movedIssues = (entry: EntryFields, row: Row): FieldIssue[] =>
  (['tenantId', 'categoryId'] as const)
    .filter((field) => entry[field] !== row[field])
    .map((field) => fieldIssue(field, 'rule.fixed'))

/** Whether the entry above exists, in the same tenant, and has children of this category. */
async function isParent(trx: Trx, entry: EntryFields): Promise<boolean> {
  const found = await trx
    .selectFrom('dictionary')
    .innerJoin('dictionaryCategory', 'dictionaryCategory.code', 'dictionary.categoryId')
    .select('dictionary.id')
    .where('dictionary.tenantId', '=', entry.tenantId)
    .where('dictionary.id', '=', entry.parentId)
    .where('dictionaryCategory.childCode', '=', entry.categoryId)
    .executeTakeFirst()
  return found !== undefined
}

/** Entries of a child category stand below an entry of its parent category, all others at the top. */
async function parentIssues(trx: Trx, entry: EntryFields): Promise<FieldIssue[]> {
  if (entry.parentId !== '') {
    return (await isParent(trx, entry)) ? [] : [fieldIssue('parentId', 'rule.reference')]
  }
  const above = await trx
    .selectFrom('dictionaryCategory')
    .select('code')
    .where('childCode', '=', entry.categoryId)
    .executeTakeFirst()
  return above ? [fieldIssue('parentId', 'rule.required')] : []
}

const tenantIssues = (entry: EntryFields, category: Category): FieldIssue[] =>
  category.isTenant || entry.tenantId === globalTenantId ? [] : [fieldIssue('tenantId', 'rule.choice')]

/** The fields of an entry that do not fit its category, its parent or, where it is changed, its place. */
export async function entryIssues(trx: Trx, entry: EntryFields, row: Row | undefined): Promise<FieldIssue[]> {
  const moved = row ? movedIssues(entry, row) : []
  if (moved.length > 0) return moved
  const category = await trx
    .selectFrom('dictionaryCategory')
    .selectAll()
    .where('code', '=', entry.categoryId)
    .executeTakeFirst()
  if (!category) return [fieldIssue('categoryId', 'rule.reference')]
  return [...tenantIssues(entry, category), ...(await parentIssues(trx, entry))]
}
