import { codes, globalTenantId } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannedEachTime } from '../database/pooled-connection.ts'
import { isPlatform, type RunAs } from '../database/transaction.ts'
import { reject } from '../http/rejection.ts'
import type { Job } from './entity.ts'

/** Whether a tenant exists and is one in which the caller may make this call. */
async function reaches({ as, trx }: Job<unknown>, tenantId: string): Promise<boolean> {
  if (as.role === 'atrium_tenant') return as.tenants.includes(tenantId)
  const found = await trx.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst()
  return found !== undefined
}

/**
 * Rejects reading of a tenant that is not the caller's: 404, as if it did not exist. Everybody may read global rows.
 */
export async function checkReadable(job: Job<unknown>, tenantId: string): Promise<void> {
  if (tenantId !== globalTenantId && !(await reaches(job, tenantId))) reject(codes.notFound)
}

/** Rejects a tenant that is not the caller's (404), and global rows for all but the platform (403). */
export async function checkWritable(job: Job<unknown>, tenantId: string): Promise<void> {
  if (tenantId === globalTenantId && !isPlatform(job.as)) {
    reject(codes.forbidden, 'refusal.globalReadOnly')
  }
  await checkReadable(job, tenantId)
}

/** How many rows a tenant has, of which one may have half of all, decides how they are best read. */
const each = sql.raw(plannedEachTime)

const isIn = (column: string, tenantId: string) => sql<SqlBool>`${each} ${sql.ref(column)} = ${tenantId}`

/**
 * Returns the condition that a row belongs to a tenant in which the caller may make this call; the platform may in all
 * of them. Each query of a tenant's rows has this condition, or the tenant that `checkReadable` or `checkWritable`
 * accepted. Row-level security is the second line of defence.
 *
 * @param column the column with the tenant's id
 */
export function inTenants({ role, tenants }: RunAs, column: string): RawBuilder<SqlBool> {
  if (role !== 'atrium_tenant') return sql<SqlBool>`true`
  const [only, ...others] = tenants
  // Within one tenant an index gives rows in its order, within some it does not.
  return only !== undefined && others.length === 0
    ? isIn(column, only)
    : sql<SqlBool>`${each} ${sql.ref(column)} = any(${[...tenants]})`
}

/** The same, or that a row is global, which is everybody's to read. */
export const inTenantsOrGlobal = (as: RunAs, column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${inTenants(as, column)} or ${sql.ref(column)} = ${globalTenantId})`

/**
 * The same check for a row that was read or is to be written. A row without a tenant is the platform's, and only its
 * calls reach it.
 */
export const isOfTenants = ({ role, tenants }: RunAs, tenantId: string | undefined): boolean =>
  role !== 'atrium_tenant' || tenantId === undefined || tenants.includes(tenantId)

/**
 * The same for a list that may be narrowed to one tenant.
 * @param tenantId '' for all of the caller's
 * @throws Rejection 404 if the tenant is not the caller's
 */
export async function inTenantsAsked(
  job: Job<unknown>,
  column: string,
  tenantId: string,
): Promise<RawBuilder<SqlBool>> {
  if (tenantId === '') return inTenants(job.as, column)
  await checkReadable(job, tenantId)
  return isIn(column, tenantId)
}
