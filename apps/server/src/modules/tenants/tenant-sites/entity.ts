import { codes, globalTenantId, type RequestOf, tenantSiteSave } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  checkWritable,
  entity,
  type Job,
  type Row,
  rejectingDeletedReferences,
  type Uses,
} from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject, rejectField } from '../../../platform/http/rejection.ts'

type Input = RequestOf<typeof tenantSiteSave>

/** Rejects a tenant that is not one of the caller's, and the platform itself, which has no tenant sites. */
async function checkTenant(job: Job<unknown>, tenantId: string): Promise<void> {
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkWritable(job, tenantId)
}

/** Rejects changes of tenant and site. */
const fixedIssues = ({ tenantId, siteIds }: Input, row: Row<'tenantSite'>): FieldIssue<keyof Input>[] => [
  ...(tenantId !== '' && tenantId !== row.tenantId ? [fieldIssue('tenantId' as const, 'rule.fixed')] : []),
  ...(siteIds ? [fieldIssue('siteIds' as const, 'rule.fixed')] : []),
]

/** Counts the studies at a tenant's site. */
async function siteUses(trx: Trx, { tenantId, id }: Row<'tenantSite'>): Promise<Uses> {
  const studies = await trx
    .selectFrom('studySite')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('tenantSiteId', '=', id)
    .executeTakeFirstOrThrow()
  return { 'licence.use.studies': studies.count }
}

/** A site of a tenant: administrators rename it for the tenant and remove it. */
export const tenantSites = entity('tenantSite', tenantSiteSave, {
  tenantOf: ({ tenantId }) => tenantId,
  apart: { tenantId: true, siteIds: true },
  guard: async (job, target) => {
    const { tenantId } = target as Partial<Row<'tenantSite'>>
    // The input of a save has no tenant: the guard checks that of the existing row.
    if (tenantId !== undefined) await checkTenant(job, tenantId)
  },
  rules: async ({ input }, row) => (row ? fixedIssues(input, row) : []),
  uses: siteUses,
})

/** Reads the sites to be added in a fixed order, so that concurrent additions of the same sites cannot deadlock. */
const sitesOf = async ({ trx }: Job<Input>, siteIds: readonly string[]) => {
  const found = await trx
    .selectFrom('site')
    .select(['id', 'siteName'])
    .where('id', '=', sql<string>`any(${siteIds})`)
    .orderBy('id')
    .execute()
  return found.length === siteIds.length ? found : rejectField('siteIds', 'rule.reference')
}

/**
 * Adds sites to a tenant under their own names; existing ones remain unchanged.
 * @returns the ids of the added tenant sites
 */
export async function addSites(job: Job<Input>): Promise<string> {
  const { trx, input, audit } = job
  const { tenantId, siteIds = [] } = input
  await checkTenant(job, tenantId)
  const sites = await sitesOf(job, siteIds)
  const list = await rejectingDeletedReferences(() =>
    trx
      .insertInto('tenantSite')
      .values(
        sites.map(({ id: siteId, siteName }) => ({
          tenantId,
          id: uuidv7(),
          siteId,
          siteName,
          nickName: siteName,
        })),
      )
      .onConflict((conflict) => conflict.columns(['tenantId', 'siteId']).doNothing())
      .returningAll()
      .execute(),
  )
  audit({ entity: 'tenant_site', entityId: tenantId, tenantId, after: { list } })
  return list.map(({ id }) => id).join()
}
