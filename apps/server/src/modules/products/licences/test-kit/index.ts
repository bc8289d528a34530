import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../../../platform/database/index.ts'

/** Tenant and product of the study. */
interface Licensed {
  readonly tenantId: string
  readonly softwareId: string
}

/**
 * Adds a domain for a tenant's product.
 * @returns its id
 */
export async function addDomain(
  db: Kysely<Database>,
  licensed: Licensed,
  id: string = uuidv7(),
): Promise<string> {
  const url = 'https://edc.example'
  await db
    .insertInto('tenantUrl')
    .values({ ...licensed, id, urlName: id, url, mobileUrl: url })
    .execute()
  return id
}

interface LinkedStudy extends Licensed {
  readonly tenantUrlId: string
  /** Ids of the study and its link; new ones by default. */
  readonly studyId?: string
  readonly id?: string
}

/**
 * Adds a study that is linked with a product.
 * @returns the link's id
 */
export async function addLinkedStudy(db: Kysely<Database>, linked: LinkedStudy): Promise<string> {
  const { tenantId, softwareId, tenantUrlId, studyId = uuidv7(), id = uuidv7() } = linked
  const names = { studyName: studyId, studyCode: studyId, planCode: studyId, nameAbbr: studyId }
  const facts = { principal: '方予宁', fameFull: studyId, siteCount: 1, patientCount: 10 }
  await db
    .insertInto('study')
    .values({ tenantId, id: studyId, ...names, ...facts })
    .execute()
  await db.insertInto('studyUrl').values({ tenantId, id, studyId, softwareId, tenantUrlId }).execute()
  return id
}
