import { codes } from '@atrium/contract'
import { inTenants, type Job } from '../../../platform/crud/index.ts'
import { refuse } from '../../../platform/http/refusal.ts'

/** A study in a product, in which people are authorized. */
export interface Link {
  readonly studyUrlId: string
  readonly tenantId: string
  readonly studyId: string
  readonly softwareId: string
}

/** A study in a product that the caller may see. @throws Refusal 404 where there is none */
export async function linkOf({ trx, as }: Job<unknown>, studyUrlId: string): Promise<Link> {
  const found = await trx
    .selectFrom('studyUrl')
    .select(['id as studyUrlId', 'tenantId', 'studyId', 'softwareId'])
    .where('id', '=', studyUrlId)
    .where(inTenants(as, 'studyUrl.tenantId'))
    .executeTakeFirst()
  return found ?? refuse(codes.notFound)
}

/** The same with one of its sites, or with '' without any. @throws Refusal 404 where it is none of the study's */
export async function placeOf(job: Job<{ readonly studyUrlId: string; readonly studySiteId: string }>) {
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
  return site ? { ...link, studySiteId } : refuse(codes.notFound)
}

export type Place = Awaited<ReturnType<typeof placeOf>>
