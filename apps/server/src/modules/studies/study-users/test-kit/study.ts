import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../../../../../test-support/index.ts'
import { addDomain, addLinkedStudy } from '../../../products/licences/test-kit/index.ts'

interface Product {
  readonly tenantId: string
  readonly softwareId: string
}

/** Links a new study with a product at a new domain; both have the given name. */
export async function addStudy({ owner }: TestDatabase, product: Product, studyName: string) {
  const studyId: string = randomUUID()
  const tenantUrlId = await addDomain(owner, product)
  const studyUrlId = await addLinkedStudy(owner, { ...product, tenantUrlId, studyId })
  await owner
    .updateTable('study')
    .set({ studyName, studyCode: `代码${studyName}` })
    .where('id', '=', studyId)
    .execute()
  return { ...product, studyId, studyUrlId, tenantUrlId }
}

export type LinkedStudy = Awaited<ReturnType<typeof addStudy>>

/**
 * Adds a site to a study.
 * @param nickName the study's name for the site; '' for the tenant's
 */
export async function addStudySite(
  { owner }: TestDatabase,
  { tenantId, studyId }: { readonly tenantId: string; readonly studyId: string },
  code: string,
  nickName = '',
): Promise<string> {
  const [siteId, tenantSiteId, id] = [randomUUID(), randomUUID(), randomUUID()]
  const siteName = `示例${code}医院`
  await owner.insertInto('site').values({ id: siteId, siteName, levelId: '', typeId: '' }).execute()
  await owner
    .insertInto('tenantSite')
    .values({ tenantId, id: tenantSiteId, siteId, siteName, nickName: `租户的${code}` })
    .execute()
  await owner
    .insertInto('studySite')
    .values({ tenantId, id, studyId, tenantSiteId, code, nickName })
    .execute()
  return id
}
