import {
  blinding,
  type HandedOver,
  type InvitationRequest,
  type InvitationResponse,
  type Language,
  type ProductGrant,
} from '@atrium/contract'
import type { RolesStyle } from './products.ts'
import type { Access, Person, ProductRecords, StudyRecord } from './records.ts'
import { storeStudy } from './studies.ts'
import { fill, productTexts } from './texts.ts'

/** Returns the sites of a study at which roles can be granted. */
export const sitesOf = (study: StudyRecord, style: RolesStyle): readonly { id: string; name: string }[] =>
  style === 'etmf' ? study.ownSites : study.sites

/** Returns why the product rejects a grant, for example because of an unknown role or because it contains no role. */
function grantProblemOf(
  records: ProductRecords,
  style: RolesStyle,
  study: StudyRecord,
  { generalRoleId, roles, siteIds }: ProductGrant,
  language: Language,
): string | undefined {
  const t = productTexts[language]
  const sites = sitesOf(study, style)
  const general = records.roles.filter((role) => role.isGeneral)
  const inStudies = records.roles.filter((role) => !role.isGeneral)
  const unknown = (text: string, ids: readonly string[], known: readonly { id: string }[]) => {
    const id = ids.find((wanted) => known.every((one) => one.id !== wanted))
    return id === undefined ? undefined : fill(text, { id })
  }
  if (generalRoleId === '' && roles.length === 0) return t.noRole
  const found = [
    unknown(t.unknownRole, generalRoleId === '' ? [] : [generalRoleId], general),
    ...roles.flatMap((role) => [
      unknown(t.unknownRole, [role.roleId], inStudies),
      records.environments.length > 0 &&
        unknown(t.unknownEnvironment, [role.environmentId], records.environments),
      study.projects.length > 0 && unknown(t.unknownProject, [role.projectId], study.projects),
      style === 'rtsm' && !Object.values<number>(blinding).includes(role.isBlind) && t.unknownBlinding,
      (inStudies.find(({ id }) => id === role.roleId)?.isBlind ?? role.isBlind) !== role.isBlind &&
        t.otherBlinding,
      unknown(t.unknownSite, role.siteIds, sites),
      unknown(t.unknownStoreHouse, role.stockHouseIds, records.storeHouses),
    ]),
    unknown(t.unknownSite, siteIds, sites),
  ]
  return found.find((fault) => typeof fault === 'string')
}

type Given = Pick<Access, 'studyUrlId' | 'grant' | 'siteIds'>

function authorizePerson(records: ProductRecords, person: Person, given: Given): void {
  const { userId } = person
  records.people = [...records.people.filter((one) => one.userId !== userId), person]
  const row = records.access.find((one) => one.userId === userId && one.studyUrlId === given.studyUrlId)
  if (row) Object.assign(row, given)
  else records.access.push({ userId, ...given })
}

/** Users whom every product of the sandbox rejects, for tests and trials. */
const isRejectedForTests = ({ email, userName }: Person): boolean =>
  email.startsWith('refused') || userName.startsWith('refused')

/** Maximum number of invitations that a product shows. */
const maxReceived = 100

interface Options {
  readonly language: Language
  /** Rejects every second user, like a product that fails midway. */
  readonly rejectsHalf?: boolean
}

/** Authorizes users in a study. Replaces their existing authorizations. */
export function invite(
  records: ProductRecords,
  style: RolesStyle,
  wanted: InvitationRequest,
  { language, rejectsHalf = false }: Options,
): InvitationResponse {
  const t = productTexts[language]
  const study = storeStudy(records, style, wanted)
  const fault = grantProblemOf(records, style, study, wanted.grant, language)
  const people = [...new Map(wanted.users.map((user) => [user.userId, user])).values()]
  const rejectionOf = (person: Person, index: number): string | undefined =>
    fault ?? (isRejectedForTests(person) ? t.locked : rejectsHalf && index % 2 === 1 ? t.busy : undefined)
  const ended = people.map((person, index) => ({ person, message: rejectionOf(person, index) }))
  for (const { person, message } of ended)
    if (message === undefined)
      authorizePerson(records, person, { studyUrlId: study.studyUrlId, grant: wanted.grant, siteIds: null })
  const nameOf = ({ fullName, userName }: Person) => fullName || userName
  records.received = [
    {
      at: new Date().toISOString(),
      tenantName: wanted.tenantName,
      studyCode: study.study.code,
      success: ended.filter(({ message }) => message === undefined).map(({ person }) => nameOf(person)),
      failure: ended.flatMap(({ person, message }) =>
        message === undefined ? [] : [{ name: nameOf(person), message }],
      ),
    },
    ...records.received,
  ].slice(0, maxReceived)
  return {
    success: ended.filter(({ message }) => message === undefined).map(({ person }) => person.userId),
    failure: ended.flatMap(({ person: { userId }, message }) =>
      message === undefined ? [] : [{ userId, message }],
    ),
  }
}

/** Replaces the user's access at this tenant with what Atrium sent. */
export function replaceUserAccess(records: ProductRecords, style: RolesStyle, handed: HandedOver): void {
  const { user, tenant, studies } = handed
  const ofTenant = new Set(
    records.studies
      .filter(({ tenantId }) => tenantId === tenant.tenantId)
      .map(({ studyUrlId }) => studyUrlId),
  )
  records.access = records.access.filter(
    ({ userId, studyUrlId }) => userId !== user.userId || !ofTenant.has(studyUrlId),
  )
  for (const { studyUrlId, study, sites, grant } of studies) {
    const siteIds = sites.map(({ id }) => id)
    // The study may have further sites that this user may not open.
    const others = (records.studies.find((known) => known.studyUrlId === studyUrlId)?.sites ?? []).filter(
      ({ id }) => !siteIds.includes(id),
    )
    storeStudy(records, style, {
      studyUrlId,
      tenantId: tenant.tenantId,
      study,
      sites: [...sites, ...others],
    })
    authorizePerson(records, user, { studyUrlId, grant, siteIds })
  }
  if (studies.length === 0)
    records.people = [...records.people.filter((one) => one.userId !== user.userId), user]
}
