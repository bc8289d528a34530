import { randomUUID } from 'node:crypto'
import { blinding, type ProductGrant, softwareCodes } from '@atrium/contract'
import { addDomain } from '../../../modules/products/licences/test-kit/index.ts'
import { linkStudy } from '../../../modules/studies/study-invitations/test-kit/index.ts'
import type { Suite } from '../../test-kit/index.ts'
import { readyProduct } from '../ready-product.ts'
import {
  addCallers,
  addGrant,
  addMember,
  addSubject,
  type Caller,
  grantOf,
  memberOf,
  parts,
  type Studied,
  type Subject,
  type SubjectName,
  unblindedRole,
  unblindedRoleId,
} from './people.ts'

type Study = Awaited<ReturnType<typeof linkStudy>>

/** A study with RTSM and the other products, its people, and callers who are blinded in it. */
export interface Trial {
  readonly tenantId: string
  /** The study as it is linked with RTSM. */
  readonly study: Study
  readonly siteId: string
  /** Ids of the study's links with the other products. */
  readonly links: { readonly edc: string; readonly ctms: string; readonly etmf: string }
  /** Ids of further rows of the study. */
  readonly ids: {
    readonly domain: string
    readonly licence: string
    readonly tenantSite: string
    readonly mail: string
  }
  readonly subjects: Readonly<Record<SubjectName, Subject>>
  readonly blinded: readonly Caller[]
  /** Administrator of the tenant who is not blinded, and who granted everything. */
  readonly grantor: Caller & { readonly userId: string }
}

/** Role in EDC that nobody may hold who is unblinded in RTSM. */
const separatedRoleId = 'CRA'

const plainGrant: ProductGrant = {
  generalRoleId: 'M1',
  roles: [
    {
      ...{ roleId: separatedRoleId, roleName: '监查员', environmentId: 'PROD', projectId: '' },
      ...{ siteIds: [], stockHouseIds: [], isBlind: blinding.blinded },
    },
  ],
  siteIds: [],
  allSites: true,
}

/**
 * Links the study with another product, with an accepted and a rejected grant.
 * @returns the link's id
 */
async function addLink(
  { database }: Suite,
  { tenantId, grantorId, studyId, apiUrl }: Studied & { readonly studyId: string; readonly apiUrl: string },
  softwareId: string,
): Promise<string> {
  const { owner } = database
  await owner
    .insertInto('tenantSoftware')
    .values({ tenantId, id: randomUUID(), softwareId })
    .onConflict((conflict) => conflict.columns(['tenantId', 'softwareId']).doNothing())
    .execute()
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId }, randomUUID())
  await owner.updateTable('tenantUrl').set({ apiUrl }).where('id', '=', tenantUrlId).execute()
  const studyUrlId = randomUUID()
  await owner
    .insertInto('studyUrl')
    .values({ tenantId, id: studyUrlId, studyId, softwareId, tenantUrlId })
    .execute()
  for (const state of ['accepted', 'refused'] as const) {
    const who = memberOf(await addMember(database, { tenantId, fullName: `其他产品用户 ${state}` }))
    await addGrant(database, { tenantId, studyUrlId, grantorId }, { who, grant: plainGrant, state })
  }
  return studyUrlId
}

/** Separates unblinded access from a role in EDC, which one of the people has. */
async function addSeparation(
  { database }: Suite,
  { tenantId, grantorId }: Studied,
  { links, subjects }: Pick<Trial, 'links' | 'subjects'>,
): Promise<void> {
  await database.owner
    .insertInto('roleConflict')
    .values({
      ...{ tenantId, id: randomUUID(), reason: '监查与配药分离' },
      ...{ softwareId: softwareCodes.edc, roleId: separatedRoleId, roleName: '监查员' },
      ...{ otherSoftwareId: softwareCodes.rtsm, otherRoleId: unblindedRoleId, otherRoleName: unblindedRole },
    })
    .execute()
  const { tenantUser: tenantUserId } = subjects.active.ids
  await addGrant(
    database,
    { tenantId, studyUrlId: links.edc, grantorId },
    { who: memberOf({ tenantUserId }), grant: plainGrant, state: 'accepted' },
  )
}

/** Adds a study in which no caller is blinded: its unblinded access is shown to all of them. */
async function addOpenStudy(
  { database }: Suite,
  { tenantId, grantorId }: Studied,
  apiUrl: string,
): Promise<void> {
  const open = await linkStudy(database, { tenantId, softwareId: softwareCodes.rtsm, apiUrl, sites: 1 })
  const grant = grantOf(blinding.unblinded, open.siteIds[0] ?? '')
  const who = memberOf(await addMember(database, { tenantId, fullName: '公开研究药师' }))
  const studied = { tenantId, studyUrlId: open.studyUrlId, grantorId }
  await addGrant(database, studied, { who, grant, state: 'accepted' })
}

/** Returns the ids of further rows of the study. */
const idsOf = ({ database }: Suite, { studyUrlId, siteId }: Studied) =>
  database.owner
    .selectFrom('studyUrl')
    .innerJoin('tenantSoftware', (join) =>
      join
        .onRef('tenantSoftware.tenantId', '=', 'studyUrl.tenantId')
        .onRef('tenantSoftware.softwareId', '=', 'studyUrl.softwareId'),
    )
    .innerJoin('studySite', 'studySite.studyId', 'studyUrl.studyId')
    .select(['studyUrl.tenantUrlId as domain', 'tenantSoftware.id as licence'])
    .select('studySite.tenantSiteId as tenantSite')
    .where('studyUrl.id', '=', studyUrlId)
    .where('studySite.id', '=', siteId)
    .executeTakeFirstOrThrow()

/** Adds the study, in the tenant of `here`, without the facts that differ between the databases. */
export async function addTrial(suite: Suite): Promise<Trial> {
  const { database, here } = suite
  const { tenantId, userId: grantorId, token } = here
  const apiUrl = await readyProduct(suite, 'RTSM')
  const study = await linkStudy(database, { tenantId, softwareId: softwareCodes.rtsm, apiUrl })
  const { studyUrlId, studyId, siteIds } = study
  const [siteId = ''] = siteIds
  const studied = { tenantId, studyUrlId, siteId, grantorId }
  const link = (softwareId: string) => addLink(suite, { ...studied, studyId, apiUrl }, softwareId)
  const links = {
    edc: await link(softwareCodes.edc),
    ctms: await link(softwareCodes.ctms),
    etmf: await link(softwareCodes.etmf),
  }
  await addOpenStudy(suite, studied, apiUrl)
  const added: Partial<Record<SubjectName, Subject>> = {}
  for (const name of Object.keys(parts) as SubjectName[])
    added[name] = await addSubject(database, parts[name], studied)
  const subjects = added as Record<SubjectName, Subject>
  await addSeparation(suite, studied, { links, subjects })
  return {
    ...{ tenantId, study, siteId, links, subjects },
    ids: { ...(await idsOf(suite, studied)), mail: randomUUID() },
    blinded: await addCallers(database, studied),
    grantor: { who: 'an administrator who is not blinded', token, userId: grantorId },
  }
}
