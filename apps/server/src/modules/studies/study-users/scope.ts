import { codes } from '@atrium/contract'
import { inTenants, type Job } from '../../../platform/crud/index.ts'
import { reject } from '../../../platform/http/rejection.ts'

/** A study in a product, in which people are authorized. */
export interface Link {
  readonly studyUrlId: string
  readonly tenantId: string
  readonly studyId: string
  readonly softwareId: string
}

/** A study in a product that the caller may see. @throws Rejection 404 if there is none */
export async function linkOf({ trx, as }: Job<unknown>, studyUrlId: string): Promise<Link> {
  const found = await trx
    .selectFrom('studyUrl')
    .select(['id as studyUrlId', 'tenantId', 'studyId', 'softwareId'])
    .where('id', '=', studyUrlId)
    .where(inTenants(as, 'studyUrl.tenantId'))
    .executeTakeFirst()
  return found ?? reject(codes.notFound)
}

/** The same with one of its sites, or '' for none. @throws Rejection 404 if it is not the study's */
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
