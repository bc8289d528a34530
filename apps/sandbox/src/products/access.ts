import { isDeepStrictEqual } from 'node:util'
import {
  type AccessRequest,
  type AccessResponse,
  blinding,
  type InvitationRequest,
  type InvitationResponse,
  type Language,
  type ProductGrant,
  type UserAccess,
} from '@atrium/contract'
import type { RolesStyle } from './products.ts'
import type { Access, AccessChange, Person, ProductRecords, StudyRecord } from './records.ts'
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

function storePerson(records: ProductRecords, person: Person): void {
  records.people = [...records.people.filter((one) => one.userId !== person.userId), person]
}

function authorizePerson(records: ProductRecords, userId: string, given: Given): void {
  const row = records.access.find((one) => one.userId === userId && one.studyUrlId === given.studyUrlId)
  if (row) Object.assign(row, given)
  else records.access.push({ userId, ...given })
}

/** Users whom every product of the sandbox rejects, for tests and trials. */
const isRejectedForTests = ({ email, userName }: Person): boolean =>
  email.startsWith('refused') || userName.startsWith('refused')

/** Returns the name by which pages show a user. */
export const nameOf = ({ fullName, userName }: Person): string => fullName || userName

/** Maximum number of invitations, and of access notices, that a product shows. */
const maxReceived = 100

interface Options {
  readonly language: Language
  /** Rejects every second user, like a product that fails midway. */
  readonly rejectsHalf?: boolean
}

/** A user of a call, with the reason if the product rejects them. */
interface Ended {
  readonly person: Person
  readonly message: string | undefined
}

const responseOf = (ended: readonly Ended[]): InvitationResponse => ({
  success: ended.filter(({ message }) => message === undefined).map(({ person }) => person.userId),
  failure: ended.flatMap(({ person: { userId }, message }) =>
    message === undefined ? [] : [{ userId, message }],
  ),
})

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
    if (message === undefined) {
      storePerson(records, person)
      authorizePerson(records, person.userId, {
        studyUrlId: study.studyUrlId,
        grant: wanted.grant,
        siteIds: null,
      })
    }
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
  return responseOf(ended)
}

const versionOf = (records: ProductRecords, userId: string, tenantId: string) =>
  records.accessVersions.find((one) => one.userId === userId && one.tenantId === tenantId)

/** Returns whether the user may open the product in a tenant, as far as Atrium has sent. */
export const mayOpen = (records: ProductRecords, userId: string, tenantId: string): boolean =>
  versionOf(records, userId, tenantId)?.mayOpen ?? true

/** Returns the user's access in a tenant, by `studyUrlId`. */
const accessIn = (records: ProductRecords, userId: string, tenantId: string): ReadonlyMap<string, Access> => {
  const ofTenant = records.studies.filter((study) => study.tenantId === tenantId)
  const studyUrlIds = new Set(ofTenant.map(({ studyUrlId }) => studyUrlId))
  return new Map(
    records.access
      .filter((row) => row.userId === userId && studyUrlIds.has(row.studyUrlId))
      .map((row) => [row.studyUrlId, row]),
  )
}

type Change = Omit<AccessChange['users'][number], 'name'>

/**
 * Replaces the user's access in a tenant with what Atrium sent. An older version than the stored one changes nothing,
 * because calls may overtake each other.
 * @returns what has changed
 */
export function replaceUserAccess(
  records: ProductRecords,
  style: RolesStyle,
  tenantId: string,
  access: UserAccess,
): Change {
  const { user, accessVersion, studies } = access
  const { userId } = user
  const known = versionOf(records, userId, tenantId)
  if (known && accessVersion < known.accessVersion)
    return { outcome: 'outdated', removed: [], added: [], updated: [] }
  const version = { userId, tenantId, accessVersion, mayOpen: access.mayOpen }
  records.accessVersions = [...records.accessVersions.filter((one) => one !== known), version]
  const before = accessIn(records, userId, tenantId)
  records.access = records.access.filter((row) => before.get(row.studyUrlId) !== row)
  for (const { studyUrlId, study, sites, grant } of studies) {
    const siteIds = sites.map(({ id }) => id)
    // The study may have further sites that this user may not open.
    const others = (records.studies.find((one) => one.studyUrlId === studyUrlId)?.sites ?? []).filter(
      ({ id }) => !siteIds.includes(id),
    )
    storeStudy(records, style, { studyUrlId, tenantId, study, sites: [...sites, ...others] })
    authorizePerson(records, userId, { studyUrlId, grant, siteIds })
  }
  // The suite withholds name and address of users who may not open the product.
  if (access.mayOpen) storePerson(records, user)
  const after = accessIn(records, userId, tenantId)
  const codesOf = (rows: ReadonlyMap<string, Access>, isWanted: (row: Access) => boolean) =>
    [...rows.values()]
      .filter(isWanted)
      .map((row) => records.studies.find((one) => one.studyUrlId === row.studyUrlId)?.study.code ?? '')
  return {
    outcome: access.mayOpen ? 'applied' : 'ended',
    removed: codesOf(before, ({ studyUrlId }) => !after.has(studyUrlId)),
    added: codesOf(after, ({ studyUrlId }) => !before.has(studyUrlId)),
    updated: codesOf(after, (row) => {
      const old = before.get(row.studyUrlId)
      return old !== undefined && !isDeepStrictEqual(old, row)
    }),
  }
}

/** Applies an access notice of Atrium. Users whom the product does not know are no failure. */
export function changeAccess(
  records: ProductRecords,
  style: RolesStyle,
  { tenantId, tenantName, users }: AccessRequest,
  { language, rejectsHalf = false }: Options,
): AccessResponse {
  const t = productTexts[language]
  const ended = users.map((access, index) => {
    const { user } = access
    const person = records.people.find(({ userId }) => userId === user.userId)
    const message = rejectsHalf && index % 2 === 1 ? t.busy : undefined
    const change = message === undefined ? replaceUserAccess(records, style, tenantId, access) : undefined
    return { person: user, message, change, name: nameOf(user) || (person ? nameOf(person) : '') }
  })
  records.accessChanges = [
    {
      at: new Date().toISOString(),
      tenantName,
      users: ended.flatMap(({ name, change }) => (change ? [{ name, ...change }] : [])),
      failure: ended.flatMap(({ name, message }) => (message === undefined ? [] : [{ name, message }])),
    },
    ...records.accessChanges,
  ].slice(0, maxReceived)
  return responseOf(ended)
}
