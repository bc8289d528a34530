import { codes, type domainInit } from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import type { TenantUrlTable } from '../../../platform/database/tables/domains.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Audit, OwnWork } from '../../../platform/http/work.ts'
import { initialiseProduct } from '../linked/index.ts'

type Domain = Selectable<TenantUrlTable>

/** Longer than a product may take, so that a killed server does not block retries for ever. */
const tryTimeout = sql`interval '1 minute'`

/** Milliseconds are all that JavaScript keeps of an instant by which the try is known again. */
const now = sql<Date>`date_trunc('milliseconds', clock_timestamp())`

/** Notes that a try is under way. @throws Rejection 409 if one is, or nothing is left to do */
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

/** The row as long as it is of this try. */
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
 * Asks the product of a domain to prepare itself for the tenant, one try at a time over all processes, and stores that
 * it has. No transaction is open while the product works. A repeated request finds the same domain.
 * @returns the product's message
 */
export async function initialiseDomain({ input, services, language, system }: OwnWork<typeof domainInit>) {
  const domain = await system((trx) => begin(trx, input.id))
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
    // It can be tried again at once.
    await system((trx) => ofTry(trx, domain).set({ initStartedAt: null }).execute())
    throw error
  }
}
