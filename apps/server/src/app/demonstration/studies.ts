import { categories } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import sites from './data/sites.json' with { type: 'json' }
import demoStudies from './data/studies.json' with { type: 'json' }
import tenantSites from './data/tenant-sites.json' with { type: 'json' }
import { dayFromNow, daysAgo, type Ids, idOf } from './rows.ts'

export { demoStudies }

/** Adds sites, and the tenants' choices among them. */
export async function addSites(trx: Trx, tenantIds: Ids): Promise<Ids> {
  const siteIds = new Map(sites.map(({ siteName }) => [siteName, uuidv7()]))
  await trx
    .insertInto('site')
    .values(
      sites.map(({ siteName, cityId, level, type, address, delivered, daysAgo: days }) => ({
        ...{ id: idOf(siteIds, siteName), siteName, address, createdAt: daysAgo(days) },
        ...{ countryId: 'CN', provinceId: `${cityId.slice(0, 2)}0000`, cityId },
        levelId: globalEntryId(categories.siteLevel, level),
        typeId: globalEntryId(categories.siteType, type),
        isUserAdd: delivered ? 0 : 1,
      })),
    )
    .execute()
  const chosen = tenantSites.map((site) => ({ ...site, id: uuidv7() }))
  await trx
    .insertInto('tenantSite')
    .values(
      chosen.map(({ id, tenant, siteName, nickName, daysAgo: days }) => ({
        ...{ tenantId: idOf(tenantIds, tenant), id, siteId: idOf(siteIds, siteName), siteName, nickName },
        createdAt: daysAgo(days),
      })),
    )
    .execute()
  return new Map(chosen.map(({ tenant, siteName, id }) => [`${tenant} ${siteName}`, id]))
}

const entryId = (categoryId: string, code: string | undefined): string | null =>
  code === undefined ? null : globalEntryId(categoryId, code)

/** A study that was added, with the ids of its sites by their codes in the study. */
export interface AddedStudy {
  readonly tenant: string
  readonly id: string
  readonly studyName: string
  readonly studyCode: string
  readonly siteIds: Ids
}

/**
 * Adds studies with their sites; the first site is the leading one.
 * @returns the studies by their codes
 */
export async function addStudies(
  trx: Trx,
  tenantIds: Ids,
  tenantSiteIds: Ids,
): Promise<ReadonlyMap<string, AddedStudy>> {
  const studies = demoStudies.map((study) => ({ ...study, id: uuidv7() }))
  await trx
    .insertInto('study')
    .values(
      studies.map(
        ({ tenant, scope, productType, stage, type, area, status, days, daysAgo: age, ...study }) => {
          const { sites: _sites, sitesDaysAgo: _sitesDaysAgo, ...columns } = study
          return {
            ...columns,
            tenantId: idOf(tenantIds, tenant),
            studyScopeId: entryId(categories.studyScope, scope),
            productTypeId: entryId(categories.productType, productType),
            researchStageId: entryId(categories.researchStage, stage),
            researchTypeId: entryId(categories.researchType, type),
            therapeuticAreaId: entryId(categories.therapeuticArea, area),
            studyStatusId: entryId(categories.studyStatus, status),
            startTime: dayFromNow(days?.[0]),
            endTime: dayFromNow(days?.[1]),
            createdAt: daysAgo(age),
          }
        },
      ),
    )
    .execute()
  const studySites = studies.flatMap(({ id: studyId, tenant, sites: names, sitesDaysAgo }) =>
    names.map((siteName, index) => ({
      ...{ tenantId: idOf(tenantIds, tenant), id: uuidv7(), studyId },
      tenantSiteId: idOf(tenantSiteIds, `${tenant} ${siteName}`),
      code: String(index + 1).padStart(2, '0'),
      nickName: tenantSites.find((site) => site.tenant === tenant && site.siteName === siteName)?.nickName,
      address: sites.find((site) => site.siteName === siteName)?.address,
      remark: index === 0 ? '组长单位' : '',
      createdAt: daysAgo(sitesDaysAgo - index),
    })),
  )
  await trx.insertInto('studySite').values(studySites).execute()
  return new Map(
    studies.map(({ studyCode, studyName, tenant, id }) => {
      const own = studySites.filter(({ studyId }) => studyId === id)
      const siteIds = new Map(own.map((site) => [site.code, site.id]))
      return [studyCode, { tenant, id, studyName, studyCode, siteIds }]
    }),
  )
}
