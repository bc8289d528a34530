import { type CategoryCode, globalTenantId, type Language } from '@atrium/contract'
import { expressionBuilder } from 'kysely'
import { nameIn } from '../../crud/index.ts'
import type { Database } from '../../database/index.ts'
import type { Trx } from '../../database/transaction.ts'

/**
 * Whether an id is that of a global entry of a category; keeps the entry from being deleted until what names it is
 * stored.
 */
export async function isEntryOf(trx: Trx, categoryId: CategoryCode, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('dictionary')
    .select('id')
    .where('tenantId', '=', globalTenantId)
    .where('id', '=', id)
    .where('categoryId', '=', categoryId)
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined
}

/** The name, in a language, of the global entry that a column names: a subselect. */
export const entryName = (language: Language, column: 'tenant.categoryId' | 'site.levelId' | 'site.typeId') =>
  expressionBuilder<Database, 'tenant' | 'site'>()
    .selectFrom('dictionary')
    .select(nameIn(language, 'dictionary.dicName').as('name'))
    .where('dictionary.tenantId', '=', globalTenantId)
    .whereRef('dictionary.id', '=', column)
