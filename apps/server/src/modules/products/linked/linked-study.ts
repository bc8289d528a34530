import { isApiPath, type RolesRequest } from '@atrium/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import { ProductFailure } from './call-product.ts'

/** Study linked with a product. */
export interface LinkedStudy {
  readonly softwareId: string
  /** One of `authorizationStyles`; null if users are not authorized per study. */
  readonly authorizationStyle: number | null
  /** Whether the tenant has a URL at which the server calls the product. */
  readonly hasApi: boolean
  /** Paths below that URL; '' for the default paths. */
  readonly roleApiRequest: string
  readonly roleApiResponse: string
  /** Study fields that every call about it contains. */
  readonly scope: RolesRequest
}

/**
 * Reads a study linked with a product, with its sites.
 * @param reached condition on `study_url` that its tenant is one of the caller's
 */
export async function linkedStudy(
  trx: Trx,
  studyUrlId: string,
  reached: RawBuilder<SqlBool>,
): Promise<LinkedStudy | undefined> {
  const link = await trx
    .selectFrom('studyUrl')
    .innerJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'studyUrl.tenantId').onRef('study.id', '=', 'studyUrl.studyId'),
    )
    .innerJoin('tenantUrl', (join) =>
      join
        .onRef('tenantUrl.tenantId', '=', 'studyUrl.tenantId')
        .onRef('tenantUrl.id', '=', 'studyUrl.tenantUrlId'),
    )
    .innerJoin('tenant', 'tenant.id', 'studyUrl.tenantId')
    .innerJoin('software', 'software.id', 'studyUrl.softwareId')
    .select(['studyUrl.tenantId', 'studyUrl.tenantUrlId', 'studyUrl.softwareId', 'tenant.tenantName'])
    .select(['studyUrl.roleApiRequest', 'studyUrl.roleApiResponse', 'tenantUrl.hasApi'])
    .select(['study.id', 'study.studyCode', 'study.studyName', 'software.authorizationStyle'])
    .where('studyUrl.id', '=', studyUrlId)
    .where(reached)
    .executeTakeFirst()
  if (!link) return undefined
  const { tenantId, tenantName, tenantUrlId, id, studyCode, studyName, ...facts } = link
  const sites = await trx
    .selectFrom('studySite')
    .innerJoin('tenantSite', (join) =>
      join
        .onRef('tenantSite.tenantId', '=', 'studySite.tenantId')
        .onRef('tenantSite.id', '=', 'studySite.tenantSiteId'),
    )
    .select(['studySite.id', 'studySite.code'])
    .select(sql<string>`coalesce(nullif(study_site.nick_name, ''), tenant_site.nick_name)`.as('name'))
    .where('studySite.tenantId', '=', tenantId)
    .where('studySite.studyId', '=', id)
    .orderBy('studySite.code')
    .orderBy('studySite.id')
    .execute()
  const study = { id, code: studyCode, name: studyName }
  return { ...facts, scope: { tenantId, tenantName, tenantUrlId, studyUrlId, study, sites } }
}

/**
 * Returns the URL at which the server calls a product for a tenant; '' if there is none. Tenants cannot read this
 * URL, so it is read as the system.
 */
export async function apiUrlOf(
  db: Kysely<Database>,
  { tenantId, tenantUrlId }: RolesRequest,
): Promise<string> {
  const domain = await inTransaction(
    db,
    asSystem,
    (trx) =>
      trx
        .selectFrom('tenantUrl')
        .select('apiUrl')
        .where('tenantId', '=', tenantId)
        .where('id', '=', tenantUrlId)
        .executeTakeFirst(),
    { readOnly: true },
  )
  return domain?.apiUrl ?? ''
}

/**
 * Returns the path of a call below the product's URL.
 * @throws ProductFailure if the stored path predates the path rules and violates them
 */
export function pathOf(named: string, usual: `/${string}`): `/${string}` {
  if (named === '') return usual
  if (!isApiPath(named, usual)) throw new ProductFailure('address')
  return named as `/${string}`
}
