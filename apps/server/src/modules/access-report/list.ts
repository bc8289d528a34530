import { accessChoices, accessList, type Call, globalTenantId, maxLimit } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, inTenants, nameIn } from '../../platform/crud/index.ts'
import { handle } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { siteName, sitesOf } from '../studies/study-sites/index.ts'
import type { Filters, Question } from './query.ts'
import { instantsOf, leavesOut, presentRows, readRows } from './report.ts'

type Asking = Pick<Work<Call>, 'trx' | 'as' | 'caller' | 'language' | 'services' | 't'>

/**
 * Returns the tenants of a report: the one asked for, all of a tenant's session, or for the platform those of the study,
 * the person or the product. Otherwise it is about the platform itself.
 * @throws Rejection 404 if the tenant is not one of the caller's
 */
async function tenantsOf(
  asking: Asking,
  { tenantId, studyId, userId, softwareId }: Filters,
): Promise<string[]> {
  const { trx, as } = asking
  if (tenantId !== '') {
    await checkReadable(asking, tenantId)
    return [tenantId]
  }
  if (as.role === 'atrium_tenant') return [...as.tenants]
  if (studyId !== '') {
    const found = await trx.selectFrom('study').select('tenantId').where('id', '=', studyId).execute()
    return found.map((study) => study.tenantId)
  }
  if (userId === '' && softwareId !== '') {
    const linked = trx.selectFrom('studyUrl').select('tenantId').where('softwareId', '=', softwareId)
    return (await linked.distinct().execute()).map((link) => link.tenantId)
  }
  if (userId === '') return [globalTenantId]
  const { rows } = await sql<{ tenantId: string }>`
    select access_tenants_of(${userId}) as tenant_id`.execute(trx)
  return [globalTenantId, ...rows.map((row) => row.tenantId)]
}

interface Asked extends Filters {
  readonly at: string
  readonly compareWith: string
}

/** Returns the question of a call, without its page. */
export async function questionOf(asking: Asking, { at, compareWith, ...filters }: Asked) {
  const instants = await instantsOf(asking.trx, { at, compareWith }, asking.services.profile.timeZone)
  const question: Omit<Question, 'limit' | 'offset'> = {
    tenants: await tenantsOf(asking, filters),
    at: instants.at,
    compareWith: instants.compareWith,
    language: asking.language,
    filters,
    caller: asking.caller,
  }
  return { question, recordedSince: instants.recordedSince }
}

/** Returns how rows are shown to the caller. */
export const showing = ({ language, services, t }: Asking, at: Question['at']) => ({
  ...{ language, at, timeZone: services.profile.timeZone, platform: t('accessReport.platform') },
})

/** Returns the present access of a person in tenants, as the report shows it to the caller. */
export async function accessOfPerson(
  asking: Asking,
  tenants: readonly string[],
  of: { readonly userId: string; readonly studyId?: string; readonly softwareId?: string },
) {
  const filters: Filters = {
    ...{ tenantId: '', studyId: '', siteId: '', softwareId: '', keyWord: '' },
    ...of,
  }
  const question = { tenants, at: null, compareWith: undefined, filters, limit: maxLimit, offset: 0 }
  const { language, caller } = asking
  const { list } = await readRows(asking.trx, { ...question, language, caller })
  return presentRows(asking.trx, list, showing(asking, null))
}

/** POST /access/list. */
export const accessListRoute = handle(accessList, async (work) => {
  const { limit, page, ...asked } = work.input
  const { question, recordedSince } = await questionOf(work, asked)
  const { list, totalCount } = await readRows(work.trx, { ...question, limit, offset: (page - 1) * limit })
  return {
    list: await presentRows(work.trx, list, showing(work, question.at)),
    totalCount,
    isPartial: await leavesOut(work.trx, question),
    time: question.at ?? new Date().toISOString(),
    recordedSince: recordedSince?.toISOString() ?? '',
  }
})

/** GET /access/choices. */
export const accessChoicesRoute = handle(accessChoices, async ({ trx, as, input, language }) => {
  const products = await trx
    .selectFrom('software')
    .select(['id as code', nameIn(language, 'software.softwareName').as('desc')])
    .orderBy('desc')
    .execute()
  const sites =
    input.studyId === ''
      ? []
      : await sitesOf(trx)
          .select([
            'studySite.id as code',
            sql<string>`concat_ws(' ', study_site.code, ${siteName})`.as('desc'),
          ])
          .where('studySite.studyId', '=', input.studyId)
          .where(inTenants(as, 'studySite.tenantId'))
          .orderBy('studySite.code')
          .execute()
  return { products, sites }
})
