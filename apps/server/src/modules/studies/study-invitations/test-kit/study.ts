import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../../../../../test-support/index.ts'
import { addDomain, addLinkedStudy } from '../../../products/licences/test-kit/index.ts'

/** Study of a tenant to be linked with a product. */
interface TestStudy {
  readonly tenantId: string
  readonly softwareId: string
  readonly studyId: string
  readonly studyUrlId: string
  readonly siteIds: readonly string[]
}

interface Wanted {
  readonly tenantId: string
  readonly softwareId: string
  readonly apiUrl: string
  /** Number of sites; 2 by default. */
  readonly sites?: number
}

/** Adds a study linked with a product, and the licence. */
export async function linkStudy(
  { owner }: TestDatabase,
  { tenantId, softwareId, apiUrl, sites = 2 }: Wanted,
): Promise<TestStudy> {
  await owner
    .insertInto('tenantSoftware')
    .values({ tenantId, id: randomUUID(), softwareId })
    .onConflict((conflict) => conflict.columns(['tenantId', 'softwareId']).doNothing())
    .execute()
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
  await owner.updateTable('tenantUrl').set({ apiUrl }).where('id', '=', tenantUrlId).execute()
  const studyId = randomUUID()
  const studyUrlId = await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId, studyId })
  const siteIds = []
  for (let number = 1; number <= sites; number += 1) {
    const site = { id: randomUUID(), siteName: `示例中心 ${number}`, levelId: '', typeId: '' }
    await owner.insertInto('site').values(site).execute()
    const tenantSiteId = randomUUID()
    const { siteName, id: siteId } = site
    await owner
      .insertInto('tenantSite')
      .values({ tenantId, id: tenantSiteId, siteId, siteName, nickName: siteName })
      .execute()
    const id = randomUUID()
    await owner
      .insertInto('studySite')
      .values({ tenantId, id, studyId, tenantSiteId, code: `0${number}` })
      .execute()
    siteIds.push(id)
  }
  return { tenantId, softwareId, studyId, studyUrlId, siteIds }
}
