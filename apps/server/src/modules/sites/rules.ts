import { categories, globalTenantId } from '@atrium/contract'
import type { Job, Row } from '../../crud/index.ts'
import type { Trx } from '../../database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../http/index.ts'
import { placeIssues } from '../regions/index.ts'
import type { SiteFields } from './entity.ts'
import { namesakeIssues } from './namesake.ts'

const terms = [
  { field: 'levelId', categoryId: categories.siteLevel },
  { field: 'typeId', categoryId: categories.siteType },
] as const

/** Level and type where they are no such entry; keeps them from being deleted until the site is stored. */
async function termIssues(trx: Trx, site: SiteFields): Promise<FieldIssue[]> {
  const rows = await trx
    .selectFrom('dictionary')
    .select(['id', 'categoryId'])
    .where('tenantId', '=', globalTenantId)
    .where('id', 'in', [site.levelId, site.typeId])
    .forKeyShare()
    .execute()
  return terms
    .filter(({ field, categoryId }) => rows.find(({ id }) => id === site[field])?.categoryId !== categoryId)
    .map(({ field }) => fieldIssue(field, 'rule.reference'))
}

/** The fields of a site that refer to something that is not there, or else a namesake to be warned of. */
export async function siteIssues(job: Job<SiteFields>, row: Row | undefined): Promise<FieldIssue[]> {
  const { trx, input } = job
  const wrong = [...(await placeIssues(trx, input)), ...(await termIssues(trx, input))]
  return wrong.length > 0 ? wrong : namesakeIssues(job, row)
}
