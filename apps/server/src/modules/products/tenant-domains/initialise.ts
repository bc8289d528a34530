import { codes, type domainInit } from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import type { TenantUrlTable } from '../../../platform/database/tables/domains.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Audit, OwnWork } from '../../../platform/http/work.ts'
import { initialiseProduct } from '../linked/index.ts'

type Domain = Selectable<TenantUrlTable>

/** Exceeds the timeout of a product call, so that only attempts of a killed server expire. */
const tryTimeout = sql`interval '1 minute'`

/** JavaScript dates have only millisecond precision, and the start time identifies the attempt. */
const now = sql<Date>`date_trunc('milliseconds', clock_timestamp())`

/**
 * Records the start of an attempt.
 * @throws Rejection 409 if another attempt is in progress, the URL is missing, or the domain is initialised
 */
async function begin(trx: Trx, id: string): Promise<Domain> {
  const domain = await trx
    .selectFrom('tenantUrl')
    .selectAll()
    .select(sql<boolean>`init_started_at > ${now} - ${tryTimeout}`.as('isUnderWay'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!domain) reject(codes.notFound)
  if (domain.apiUrl === '') reject(codes.conflict, 'domain.refusal.noApiUrl')
  if (domain.initialisedAt) reject(codes.conflict, 'domain.refusal.initialised')
  if (domain.isUnderWay) reject(codes.conflict, 'domain.refusal.initialising')
  return trx
    .updateTable('tenantUrl')
    .set({ initStartedAt: now })
    .where('tenantId', '=', domain.tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Updates the row only if it still belongs to this attempt. */
const ofTry = (trx: Trx, { tenantId, id, initStartedAt }: Domain) =>
  trx
    .updateTable('tenantUrl')
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('initStartedAt', '=', initStartedAt)

async function finish(trx: Trx, audit: Audit, domain: Domain): Promise<void> {
  const after = await ofTry(trx, domain)
    .set({ initStartedAt: null, initialisedAt: now })
    .returningAll()
    .executeTakeFirst()
  if (!after) reject(codes.conflict, 'domain.refusal.moved')
  const { tenantId, id } = domain
  audit({ entity: 'tenant_url', entityId: id, tenantId, before: domain, after })
}

/**
 * Asks the product of a domain to prepare itself for the tenant, and stores the success. Only one attempt at a time
 * runs across all processes. No transaction is open while the product works. Repeated requests have the same
 * idempotency key.
 * @returns the product's message
 */
export async function initialiseDomain(work: OwnWork<typeof domainInit>) {
  const { input, services, language, system, requireReason } = work
  const domain = await system(async (trx) => {
    const begun = await begin(trx, input.id)
    await requireReason(trx, begun.tenantId)
    return begun
  })
  const { id: tenantUrlId, tenantId, softwareId, apiUrl } = domain
  try {
    const response = await initialiseProduct(services, {
      softwareId,
      tenantId,
      tenantUrlId,
      apiUrl,
      language,
    })
    await system((trx, audit) => finish(trx, audit, domain))
    return response
  } catch (error) {
    // Allows an immediate retry.
    await system((trx) => ofTry(trx, domain).set({ initStartedAt: null }).execute())
    throw error
  }
}
