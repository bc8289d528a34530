import { globalTenantId, type Language, softwareSwitch, studyLinkList } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { inTenantsAsked, keysOfPage, nameIn, orderOf, toWire } from '../../../platform/crud/index.ts'
import { studySearchText } from '../../../platform/database/search.ts'
import type { Work } from '../../../platform/http/work.ts'
import { type StudyCapacity, studyCapacity, studyRejection } from '../../products/licences/index.ts'

const studyOrder = orderOf('study', studyLinkList, {}, ['planCode', 'studyCode', 'studyName'])

/** Product of a study, with the capacity of the tenant's licence. */
interface Software {
  readonly id: string
  readonly softId: string
  readonly softName: string
  readonly tenantUrlId: string
  readonly urlName: string
  readonly roleApiRequest: string
  readonly roleApiResponse: string
  readonly rowVersion: number
  readonly licence: StudyCapacity | null
}

/**
 * Subquery for all products with authorization per study, in their configured order, with their link to a row of
 * `study`. The query around it must provide `capacity`: the licence capacity of the studies' tenants.
 */
const softwareOf = (language: Language): RawBuilder<Software[]> => sql<Software[]>`coalesce((
  select json_agg(json_build_object(
    'id', coalesce(study_url.id, ''), 'softId', software.id, 'softName', ${nameIn(language, 'software.softwareName')},
    'tenantUrlId', coalesce(tenant_url.id, ''), 'urlName', coalesce(tenant_url.url_name, ''),
    'roleApiRequest', coalesce(study_url.role_api_request, ''),
    'roleApiResponse', coalesce(study_url.role_api_response, ''),
    'rowVersion', coalesce(study_url.row_version, 0),
    'licence', case when capacity.state is not null then json_build_object('state', capacity.state,
      'startTime', capacity.start_time, 'endTime', capacity.end_time, 'max', capacity.max, 'used', capacity.used) end
  ) order by software.sort, software.id)
  from software
  left join study_url on study_url.tenant_id = study.tenant_id and study_url.study_id = study.id
    and study_url.software_id = software.id
  left join tenant_url on tenant_url.tenant_id = study_url.tenant_id and tenant_url.id = study_url.tenant_url_id
  left join capacity on capacity.tenant_id = study.tenant_id and capacity.software_id = software.id
  where software.is_study_authorization = ${sql.lit(softwareSwitch.yes)}), '[]')`

/**
 * Returns one page of the matching studies that the caller may see, each with every product, newest first by default.
 * A page takes one statement, however many studies and products there are.
 */
export async function listStudyLinks(work: Work<typeof studyLinkList>) {
  const { input, trx, language, services, t } = work
  // Lookups without a tenant send 0.
  const tenantId = input.tenantId === globalTenantId ? '' : input.tenantId
  const rows = trx.selectFrom('study').where(await inTenantsAsked(work, 'study.tenantId', tenantId))
  const searches = [{ text: studySearchText, keyword: input.keyWord }]
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches, order: studyOrder(input) }, input)
  const page = rows.where('study.id', '=', sql<string>`any(${ids})`)
  const found = await trx
    // The CTE counts usage once per licence instead of once per study.
    .with(
      (capacity) => capacity('capacity').materialized(),
      () =>
        studyCapacity(trx, services.profile.timeZone).where(
          'tenantSoftware.tenantId',
          'in',
          page.select('study.tenantId'),
        ),
    )
    .selectFrom(page.selectAll('study').as('study'))
    .innerJoin('tenant', 'tenant.id', 'study.tenantId')
    .select(['study.id', 'study.tenantId', 'study.studyName', 'study.studyCode', 'study.planCode'])
    .select(['study.createdAt', 'study.updatedAt', 'tenant.tenantName'])
    .select(softwareOf(language).as('softList'))
    .orderBy(sql`array_position(${ids}, study.id)`)
    .execute()
  const list = found.map(({ softList, ...study }) => ({
    ...toWire(study),
    softList: softList.map(({ licence, ...software }) => {
      const names = { tenant: study.tenantName, software: software.softName }
      return { ...software, refusal: software.id === '' ? studyRejection(t, names, licence) : '' }
    }),
  }))
  return { list, ...counts }
}
