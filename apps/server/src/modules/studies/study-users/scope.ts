import { codes } from '@atrium/contract'
import { inTenants, type Job } from '../../../platform/crud/index.ts'
import { reject } from '../../../platform/http/rejection.ts'

/** Link of a study with a product, in which users are authorized. */
export interface Link {
  readonly studyUrlId: string
  readonly tenantId: string
  readonly studyId: string
  readonly softwareId: string
  /** Domain of the tenant at which the product serves the study. */
  readonly tenantUrlId: string
  /** See `authorizationStyles`; null for none. */
  readonly authorizationStyle: number | null
}

/**
 * Returns a link that the caller may see.
 * @throws Rejection 404 if it does not exist
 */
export async function linkOf(
  { trx, as }: Pick<Job<unknown>, 'trx' | 'as'>,
  studyUrlId: string,
): Promise<Link> {
  const found = await trx
    .selectFrom('studyUrl')
    .innerJoin('software', 'software.id', 'studyUrl.softwareId')
    .select(['studyUrl.id as studyUrlId', 'studyUrl.tenantId', 'studyUrl.studyId', 'studyUrl.softwareId'])
    .select(['studyUrl.tenantUrlId', 'software.authorizationStyle'])
    .where('studyUrl.id', '=', studyUrlId)
    .where(inTenants(as, 'studyUrl.tenantId'))
    .executeTakeFirst()
  return found ?? reject(codes.notFound)
}

/**
 * Returns a link with one of the study's sites, or '' for no site.
 * @throws Rejection 404 if the site is not in the study
 */
export async function scopeOf(job: Job<{ readonly studyUrlId: string; readonly studySiteId: string }>) {
  const { studyUrlId, studySiteId } = job.input
  const link = await linkOf(job, studyUrlId)
  if (studySiteId === '') return { ...link, studySiteId }
  const site = await job.trx
    .selectFrom('studySite')
    .select('id')
    .where('tenantId', '=', link.tenantId)
    .where('studyId', '=', link.studyId)
    .where('id', '=', studySiteId)
    .executeTakeFirst()
  return site ? { ...link, studySiteId } : reject(codes.notFound)
}

export type Scope = Awaited<ReturnType<typeof scopeOf>>
