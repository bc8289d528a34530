import { type CategoryCode, globalTenantId, type Language } from '@atrium/contract'
import { expressionBuilder, sql } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

/**
 * Returns whether an id is a global entry of a category. Prevents deletion of the entry until the transaction ends,
 * so that a reference to it can be stored.
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

/** Entry to which a field of a tenant's row refers. */
interface NamedEntry {
  readonly categoryId: CategoryCode
  /** Empty if the field refers to no entry. */
  readonly id: string
}

/** Advisory lock that makes transactions that refer to an entry and those that delete it wait for each other. */
const lockOf = (id: string) => sql`hashtextextended('dictionary ' || ${id}, 0)`

/**
 * Finds entries to which a row of a tenant cannot refer: they are neither global nor the tenant's own, or belong to
 * another category. Prevents deletion of the others until the reference is stored. It uses advisory locks, because
 * row-level security lets a tenant's role lock only its own rows.
 * @returns the fields that refer to invalid entries
 */
export async function wrongEntries<Field extends string>(
  trx: Trx,
  tenantId: string,
  named: Readonly<Record<Field, NamedEntry>>,
): Promise<Field[]> {
  const fields = (Object.keys(named) as Field[]).filter((field) => named[field].id !== '')
  const ids = [...new Set(fields.map((field) => named[field].id))].toSorted()
  for (const id of ids) await sql`select pg_advisory_xact_lock_shared(${lockOf(id)})`.execute(trx)
  if (ids.length === 0) return []
  const found = await trx
    .selectFrom('dictionary')
    .select(['id', 'categoryId'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where('tenantId', 'in', [globalTenantId, tenantId])
    .execute()
  return fields.filter(
    (field) =>
      !found.some(({ id, categoryId }) => id === named[field].id && categoryId === named[field].categoryId),
  )
}

/** Waits for transactions that are about to refer to an entry, so that a later count of its uses includes theirs. */
export const waitForNaming = (trx: Trx, id: string) =>
  sql`select pg_advisory_xact_lock(${lockOf(id)})`.execute(trx)

/** Subquery for the name of the global entry to which a column refers, in the given language. */
export const entryName = (language: Language, column: 'tenant.categoryId' | 'site.levelId' | 'site.typeId') =>
  expressionBuilder<Database, 'tenant' | 'site'>()
    .selectFrom('dictionary')
    .select(nameIn(language, 'dictionary.dicName').as('name'))
    .where('dictionary.tenantId', '=', globalTenantId)
    .whereRef('dictionary.id', '=', column)
