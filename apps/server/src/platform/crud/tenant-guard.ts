import { codes, globalTenantId } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannedEachTime } from '../database/pooled-connection.ts'
import { isPlatform, type RunAs } from '../database/transaction.ts'
import { reject } from '../http/rejection.ts'
import type { Job } from './entity.ts'

/** Required parts of a call's work. */
type Asking = Pick<Job<unknown>, 'as' | 'trx'>

/** Returns whether a tenant exists and the caller may make this call in it. */
async function reaches({ as, trx }: Asking, tenantId: string): Promise<boolean> {
  if (as.role === 'atrium_tenant') return as.tenants.includes(tenantId)
  const found = await trx.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst()
  return found !== undefined
}

/**
 * Rejects reading from a tenant that is not one of the caller's: 404, as if it did not exist. Everyone may read
 * global rows.
 */
export async function checkReadable(job: Asking, tenantId: string): Promise<void> {
  if (tenantId !== globalTenantId && !(await reaches(job, tenantId))) reject(codes.notFound)
}

/** Rejects writing to a tenant that is not one of the caller's (404). Only the platform may write global rows (403). */
export async function checkWritable(job: Asking, tenantId: string): Promise<void> {
  if (tenantId === globalTenantId && !isPlatform(job.as)) {
    reject(codes.forbidden, 'refusal.globalReadOnly')
  }
  await checkReadable(job, tenantId)
}

/**
 * When a query of a tenant's rows is planned. The best plan depends on how many rows the tenant has, and one tenant may
 * have half of all rows. So queries are planned each time, except within `planningOnce`.
 */
type Planned = 'each time' | 'once'

const comments: Readonly<Record<Planned, RawBuilder<unknown>>> = {
  'each time': sql.raw(plannedEachTime),
  once: sql``,
}

const isIn = (column: string, tenantId: string, planned: Planned) =>
  sql<SqlBool>`${comments[planned]} ${sql.ref(column)} = ${tenantId}`

/**
 * Returns the condition that a row belongs to a tenant in which the caller may make this call. For the platform,
 * these are all tenants. Each query of a tenant's rows has this condition, or the tenant that `checkReadable` or
 * `checkWritable` accepted. Row-level security is the second line of defence.
 * @param column the column with the tenant's id
 */
export function inTenants(
  { role, tenants }: RunAs,
  column: string,
  planned: Planned = 'each time',
): RawBuilder<SqlBool> {
  if (role !== 'atrium_tenant') return sql<SqlBool>`true`
  const [only, ...others] = tenants
  // An index returns the rows of one tenant in its order, but not those of several tenants.
  return only !== undefined && others.length === 0
    ? isIn(column, only, planned)
    : sql<SqlBool>`${comments[planned]} ${sql.ref(column)} = any(${[...tenants]})`
}

/** Returns the condition of `inTenants`, or that a row is global, since everyone may read global rows. */
export const inTenantsOrGlobal = (as: RunAs, column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${inTenants(as, column)} or ${sql.ref(column)} = ${globalTenantId})`

/**
 * Checks a row that was read or is about to be written, like `inTenants`. A row without a tenant is the platform's,
 * and only the platform's calls reach it.
 */
export const isOfTenants = ({ role, tenants }: RunAs, tenantId: string | undefined): boolean =>
  role !== 'atrium_tenant' || tenantId === undefined || tenants.includes(tenantId)

/**
 * Returns the condition of `inTenants` for a list that may be narrowed to one tenant.
 * @param tenantId '' for all of the caller's tenants
 * @throws Rejection 404 if the tenant is not one of the caller's
 */
export async function inTenantsAsked(
  job: Asking,
  column: string,
  tenantId: string,
  planned: Planned = 'each time',
): Promise<RawBuilder<SqlBool>> {
  if (tenantId === '') return inTenants(job.as, column, planned)
  await checkReadable(job, tenantId)
  return isIn(column, tenantId, planned)
}
