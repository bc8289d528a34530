import { type CategoryCode, globalTenantId, type Language } from '@atrium/contract'
import { expressionBuilder, sql } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

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

/** An entry that a row of a tenant names, by the field that names it. */
interface NamedEntry {
  readonly categoryId: CategoryCode
  /** '' for none. */
  readonly id: string
}

/** Lock at which transactions that refer to an entry and those that delete it wait for each other. */
const lockOf = (id: string) => sql`hashtextextended('dictionary ' || ${id}, 0)`

/**
 * Finds which of some entries a row of a tenant cannot refer to: those that are neither global nor the tenant's own, or
 * of another category. Keeps the others from being deleted until the reference is stored. It does not lock their rows:
 * row-level security lets a tenant's role lock only its own.
 * @returns the fields that refer to them
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

/** Waits for those who are about to name an entry, so that what counts its uses then sees theirs. */
export const waitForNaming = (trx: Trx, id: string) =>
  sql`select pg_advisory_xact_lock(${lockOf(id)})`.execute(trx)

/** The name, in a language, of the global entry that a column names: a subselect. */
export const entryName = (language: Language, column: 'tenant.categoryId' | 'site.levelId' | 'site.typeId') =>
  expressionBuilder<Database, 'tenant' | 'site'>()
    .selectFrom('dictionary')
    .select(nameIn(language, 'dictionary.dicName').as('name'))
    .where('dictionary.tenantId', '=', globalTenantId)
    .whereRef('dictionary.id', '=', column)
