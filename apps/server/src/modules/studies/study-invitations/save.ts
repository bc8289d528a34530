import { type Call, categories, codes, maxAuthorizations, membershipStatus } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkWritable, nameIn, rejectingDeletedReferences } from '../../../platform/crud/index.ts'
import { toJson } from '../../../platform/database/json.ts'
import { type FieldIssue, fieldIssue, reject, rejectFields } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { periodState, rejectUngrantableRoleIn, remindedAt } from '../../access/index.ts'
import { emailKey, hasVerified, verified } from '../../identity/identifiers/index.ts'
import { claimLicence } from '../../products/licences/index.ts'
import type { LinkedStudy } from '../../products/linked/index.ts'
import { wrongEntries } from '../../reference-data/dictionaries/index.ts'
import { inviteAll, lockOpenInvitations } from '../../tenants/invitations/index.ts'
import {
  approvedFor,
  hidesGrants,
  isUnblinding,
  requestUnblinding,
  type Unblinded,
} from '../blinding/index.ts'
import { blindingIssues, issuesForBlinded } from './blinding.ts'
import { dutyIssues } from './duties.ts'
import type { Person, StudyInvitation } from './invitation.ts'
import { linkIn, rejectWithoutUrl } from './link.ts'
import { instantsOf, isPlanned, issuesOfPeriods, setPeriods } from './period.ts'
import { changedPeople, type Presents, presentOf, replacedBy, sitesOf } from './present.ts'

type Job = Pick<Work<Call>, 'caller' | 'as' | 'language' | 'services' | 't' | 'trx' | 'audit'>

/** Maximum size of the grant in one call, in characters of JSON. */
const maxGrantSize = 65_536

/** Number of users per call to a product. */
const batchSize = 100

/** Time for which other processes leave the first delivery to this one, in seconds. */
export const firstDeliverySeconds = 60

/** Saved invitation, to be delivered to the product. */
export interface Saved {
  readonly link: LinkedStudy
  readonly people: readonly Person[]
  /** Tenant users and addresses for which unblinded access was requested, and has to be approved. */
  readonly requested: ReadonlySet<string>
  /** Addresses without a member in the tenant. */
  readonly invited: readonly string[]
  /** Addresses without an e-mail, because they have reached their daily limit. */
  readonly unsent: ReadonlySet<string>
  /** Batches of tenant users to deliver now. Each batch is one call to the product. */
  readonly batchIds: readonly string[]
}

export const peopleOf = async (
  { trx, language }: Pick<Job, 'trx' | 'language'>,
  { tenantId, tenantUserIds, addresses }: StudyInvitation,
): Promise<Person[]> => {
  const keys = addresses.map(emailKey)
  const rows = await trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantUser.id as tenantUserId', 'tenantUser.userId', 'tenantUser.enabled'])
    .select(['tenantUser.accessFrom as from', 'tenantUser.accessUntil as until'])
    .select(['appUser.emailKey', 'appUser.emailValid'])
    .select(nameIn(language, 'appUser.fullName').as('name'))
    .where('tenantUser.tenantId', '=', tenantId)
    .where((eb) =>
      eb.or([eb('tenantUser.id', '=', sql<string>`any(${tenantUserIds})`), hasVerified('email', keys)]),
    )
    .orderBy('tenantUser.id')
    .execute()
  const chosen = new Set(tenantUserIds)
  return rows.map(({ enabled, from, until, emailValid, ...person }) => ({
    ...person,
    emailKey: emailValid === verified ? person.emailKey : null,
    disabled: enabled !== membershipStatus.enabled || periodState({ from, until }) === 'ended',
    chosen: chosen.has(person.tenantUserId),
  }))
}

/** Rejects callers who select themselves or enter their own address. */
async function ownGrantIssues(
  { trx, caller }: Job,
  { addresses, fields }: StudyInvitation,
  people: readonly Person[],
): Promise<FieldIssue[]> {
  const own = await trx
    .selectFrom('appUser')
    .select('emailKey')
    .where('id', '=', caller.userId)
    .executeTakeFirst()
  const isChosen = people.some(({ userId, chosen }) => chosen && userId === caller.userId)
  const isNamed = addresses.some((address) => emailKey(address) === own?.emailKey)
  const wrong = [...(isChosen ? [fields.people] : []), ...(isNamed ? [fields.addresses] : [])]
  return wrong.map((field) => fieldIssue(field, 'studyInvitation.rule.yourself'))
}

/** Returns issues with ids of people, sites and studies that the study or its tenant does not have. */
export function referenceIssues(
  { studySiteIds, studyIds, tenantUserIds, fields }: StudyInvitation,
  { scope }: LinkedStudy,
  people: readonly Person[],
): FieldIssue[] {
  const found = new Set(people.map(({ tenantUserId }) => tenantUserId))
  const sites = new Set(scope.sites.map(({ id }) => id))
  const isKnown = {
    people: tenantUserIds.every((id) => found.has(id)),
    sites: studySiteIds.every((id) => sites.has(id)),
    roles: studyIds.every((id) => id === '' || id === scope.study.id),
  }
  return (['people', 'sites', 'roles'] as const)
    .filter((field) => !isKnown[field])
    .map((field) => fieldIssue(fields[field], 'rule.reference'))
}

/** Returns issues with all fields except the role. */
async function issuesOf(
  job: Job,
  invitation: StudyInvitation,
  link: LinkedStudy,
  people: readonly Person[],
): Promise<FieldIssue[]> {
  const { trx } = job
  const { tenantId, typeId, tenantUserIds, fields } = invitation
  const issues = [...referenceIssues(invitation, link, people), ...issuesOfPeriods(job, invitation)]
  const type = { type: { categoryId: categories.userType, id: typeId } }
  if (typeId !== '' && (await wrongEntries(trx, tenantId, type)).length > 0)
    issues.push(fieldIssue(fields.type, 'rule.reference'))
  issues.push(...(await ownGrantIssues(job, invitation, people)))
  const granting = { invitation, studyId: link.scope.study.id, people }
  const hides = await hidesGrants(trx, job.caller, { ...link, studyId: granting.studyId })
  issues.push(...(await (hides ? issuesForBlinded : blindingIssues)(trx, granting)))
  issues.push(...(await dutyIssues(job, invitation, link, people)))
  const rows = (tenantUserIds.length + invitation.addresses.length) * sitesOf(invitation).length
  if (rows > maxAuthorizations) issues.push(fieldIssue(fields.sites, 'studyUser.rule.tooManyAtOnce'))
  if (JSON.stringify(invitation.grant).length > maxGrantSize)
    issues.push(fieldIssue(fields.roles, 'studyInvitation.rule.grantLength'))
  return issues
}

/** Authorized party: a tenant user or an invitation, by its id. */
interface Who {
  readonly column: 'tenantUserId' | 'invitationId'
  readonly ids: readonly string[]
}

/**
 * Authorizes people to open the product, at the sites or in the whole study. Existing authorizations remain until the
 * product accepts the grants.
 * @param grantedBy id of the granting user, who is reminded before the end
 * @returns the ids of the added authorizations, by person
 */
export async function authorize(
  { trx, services }: Job,
  invitation: StudyInvitation,
  { column, ids }: Who,
  grantedBy: string,
): Promise<Map<string, string[]>> {
  const { tenantId, studyUrlId, grant } = invitation
  const { begin, end } = instantsOf({ services }, grant)
  const sites = sitesOf(invitation)
  const rows = ids.flatMap((id) => sites.map((site) => ({ key: uuidv7(), id, site })))
  const { rows: added } = await sql<{ id: string; who: string }>`
    insert into study_user (tenant_id, id, study_url_id, study_site_id, ${sql.ref(column)},
      access_from, access_until, access_until_by, access_reminded)
    select ${tenantId}, key, ${studyUrlId}, site, who,
      ${begin}::timestamptz, ${end}::timestamptz, ${end && grantedBy}::text, ${remindedAt(end)}::smallint
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ site }) => site)}::text[],
      ${rows.map(({ id }) => id)}::text[]) as made (key, site, who)
    on conflict on constraint study_user_unique do nothing
    returning id, ${sql.ref(column)} as who`.execute(trx)
  const byWho = Map.groupBy(added, ({ who }) => who)
  return new Map([...byWho].map(([who, list]) => [who, list.map(({ id }) => id)]))
}

/** Authorizations that belong to a grant, by the id of the person or invitation. */
interface OfGrant {
  /** Id of the user who grants. */
  readonly grantedBy: string
  /** Authorizations that a rejection by the product ends. */
  readonly added: ReadonlyMap<string, string[]>
  /** Authorizations that an acceptance by the product ends. */
  readonly replaced: ReadonlyMap<string, string[]>
}

/**
 * Stores grants for delivery to the product.
 * @returns the rows
 */
export async function keepGrants(
  { trx, language, services }: Pick<Job, 'trx' | 'language' | 'services'>,
  { tenantId, studyUrlId, grant }: StudyInvitation,
  { column, ids }: Who,
  { grantedBy, added, replaced }: OfGrant,
) {
  if (ids.length === 0) return []
  const isReported = column === 'tenantUserId'
  const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, () => uuidv7())
  const other = column === 'tenantUserId' ? 'invitationId' : 'tenantUserId'
  const { begin } = instantsOf({ services }, grant)
  // Any process delivers a planned grant once it begins.
  const next = isReported
    ? sql<Date>`greatest(now() + make_interval(secs => ${firstDeliverySeconds}), ${begin}::timestamptz)`
    : null
  const kept = await trx
    .insertInto('productAuthorization')
    .values(
      ids.map((who, index) => ({
        tenantId,
        id: uuidv7(),
        studyUrlId,
        ...({ [column]: who, [other]: null } as Record<typeof column | typeof other, string | null>),
        grantedBy,
        grants: toJson(grant) ?? '{}',
        studyUserIds: added.get(who) ?? [],
        replacedStudyUserIds: replaced.get(who) ?? [],
        language,
        batchId: batches[Math.floor(index / batchSize)] ?? '',
        waitingSince: sql<Date>`greatest(now(), ${begin}::timestamptz)`,
        nextAttemptAt: next,
      })),
    )
    .onConflict((conflict) =>
      conflict.constraint('product_authorization_unique').doUpdateSet({
        grantedBy: (eb) => eb.ref('excluded.grantedBy'),
        grants: (eb) => eb.ref('excluded.grants'),
        // An unchanged grant keeps its version, so that the product recognises the repeated call. After a rejection
        // it gets a new one.
        rowVersion: sql<number>`product_authorization.row_version + case
          when product_authorization.grants = excluded.grants and product_authorization.state <> 'refused'
          then 0 else 1 end`,
        studyUserIds: sql<string[]>`excluded.study_user_ids || case
          when product_authorization.state = 'waiting' then product_authorization.study_user_ids else '{}' end`,
        replacedStudyUserIds: (eb) => eb.ref('excluded.replacedStudyUserIds'),
        state: 'waiting',
        refusedGrants: null,
        message: '',
        language: (eb) => eb.ref('excluded.language'),
        batchId: (eb) => eb.ref('excluded.batchId'),
        waitingSince: (eb) => eb.ref('excluded.waitingSince'),
        attempts: 0,
        nextAttemptAt: (eb) => eb.ref('excluded.nextAttemptAt'),
        updatedAt: sql<Date>`now()`,
      }),
    )
    .returning([
      'tenantId',
      'id',
      'studyUrlId',
      'tenantUserId',
      'invitationId',
      'grantedBy',
      'batchId',
      'state',
      'rowVersion',
    ])
    .execute()
  // Authorizations that an earlier pending change has added begin and end with this one.
  await setPeriods(trx, { services }, grant, { tenantId, ids: kept.map(({ id }) => id), of: 'pending' })
  return kept
}

/** Rejects an invitation that would change the authorization of people who are not to be replaced. */
function rejectUnconfirmed(
  { fields }: StudyInvitation,
  changed: readonly Person[],
  replacing: readonly string[],
): void {
  const names = changed
    .filter(({ tenantUserId }) => !replacing.includes(tenantUserId))
    .map(({ name }) => name)
  if (names.length === 0) return
  rejectFields([fieldIssue(fields.people, 'studyInvitation.rule.replaces', { people: names.join(', ') })])
}

/** Returns what people had before, for the audit trail. */
const auditedBefore = (people: readonly Person[], presents: Presents) =>
  people.map(({ tenantUserId }) => {
    const { siteIds = [], grant } = presents.get(tenantUserId) ?? {}
    const sites = { siteIds: siteIds.filter((id) => id !== null), allSites: siteIds.includes(null) }
    return { tenantUserId, ...sites, ...grant }
  })

const asMember = ({ tenantUserId, userId, name }: Person): Unblinded => ({
  ...{ tenantUserId, userId, invitationId: null },
  personName: name,
})

const asInvited = (address: string, invitationId: string): Unblinded => ({
  ...{ tenantUserId: null, userId: null, invitationId },
  personName: address,
})

interface GrantedTo {
  readonly grantedBy: string
  /** What the people have in the study, which the grant replaces. */
  readonly presents: Presents
}

/** Authorizes people and stores their grants for delivery. */
export async function grantTo(
  job: Job,
  invitation: StudyInvitation,
  who: Who,
  { grantedBy, presents }: GrantedTo,
) {
  const added = await authorize(job, invitation, who, grantedBy)
  return keepGrants(job, invitation, who, { grantedBy, added, replaced: replacedBy(invitation, presents) })
}

/**
 * Saves the authorizations and grants, and invites people by e-mail. Unblinded access that nobody has approved yet is
 * only requested.
 * @param replacing ids of the tenant users whose present authorization may be replaced
 */
export async function saveInvitation(
  job: Job,
  invitation: StudyInvitation,
  replacing: readonly string[],
): Promise<Saved> {
  const { trx, caller, language, services, audit } = job
  const { tenantId, studyUrlId, addresses, roleId, typeId, memberPeriod, grant, fields } = invitation
  await checkWritable(job, tenantId)
  const link = await linkIn(job, tenantId, studyUrlId)
  const open = await lockOpenInvitations(trx, tenantId, addresses)
  const people = await peopleOf(job, invitation)
  const isInvited = (id: string) => people.some(({ tenantUserId }) => tenantUserId === id)
  rejectFields([
    ...(await issuesOf(job, invitation, link, people)),
    ...(replacing.every(isInvited) ? [] : [fieldIssue('replacing', 'rule.reference')]),
  ])
  if (roleId !== '') await rejectUngrantableRoleIn(job, { tenantId, roleId }, fields.role)
  if (link.authorizationStyle !== invitation.style)
    reject(codes.conflict, 'studyInvitation.refusal.otherStyle')
  rejectWithoutUrl(link)
  const presents = await presentOf(trx, invitation, people, { locks: true })
  const changed = changedPeople(invitation, people, presents)
  rejectUnconfirmed(invitation, changed, replacing)
  const enabled = people.filter(({ disabled }) => !disabled).map(({ tenantUserId }) => tenantUserId)
  const requires = isUnblinding(link.authorizationStyle, grant)
  const allowed = async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
    requires ? approvedFor(trx, invitation, grant, ids) : new Set(ids)
  const requested = new Set<string>()
  const known = new Set(people.map((person) => person.emailKey))
  const invited = addresses.filter((address) => !known.has(emailKey(address)))
  const unsent = new Set<string>()
  const claim = { tenantId, softwareId: link.softwareId, counted: 'users' } as const
  const grantedBy = caller.userId
  const add = async () => {
    const facts = { tenantId, language, roleId, typeId, period: memberPeriod, invitedBy: grantedBy }
    const invitations = await inviteAll(trx, services, facts, invited, open)
    for (const [address, { isUnsent }] of invitations) if (isUnsent) unsent.add(address)
    const members = await allowed(enabled)
    const invitees = await allowed([...invitations.values()].map(({ id }) => id))
    const asking = people.filter(({ disabled, tenantUserId }) => !disabled && !members.has(tenantUserId))
    const askingInvitees = [...invitations].filter(([, { id }]) => !invitees.has(id))
    for (const { tenantUserId } of asking) requested.add(tenantUserId)
    for (const [address] of askingInvitees) requested.add(address)
    const asked = [
      ...asking.map(asMember),
      ...askingInvitees.map(([address, { id }]) => asInvited(address, id)),
    ]
    const toMembers = { column: 'tenantUserId', ids: [...members] } as const
    const toInvitees = { column: 'invitationId', ids: [...invitees] } as const
    return {
      list: [
        ...(await grantTo(job, invitation, toMembers, { presents, grantedBy })),
        ...(await grantTo(job, invitation, toInvitees, { presents: new Map(), grantedBy })),
      ],
      requests: await requestUnblinding(job, {
        link,
        grant,
        language,
        requestedBy: grantedBy,
        people: asked,
      }),
    }
  }
  // The study's link, a site, a user or the role may be deleted concurrently.
  const { list, requests } = await claimLicence(job, claim, () => rejectingDeletedReferences(add))
  const after = {
    list: [...list, ...requests],
    studyUrlId,
    addresses: invited,
    roleId,
    typeId,
    // The grant shows who was unblinded and where, which auditors look for first.
    ...grant,
  }
  const before = changed.length > 0 ? { list: auditedBefore(changed, presents) } : undefined
  audit({ entity: 'product_authorization', entityId: studyUrlId, tenantId, before, after })
  const delivered = isPlanned(job, grant) ? [] : list.filter(({ tenantUserId }) => tenantUserId !== null)
  return {
    link,
    people,
    requested,
    invited,
    unsent,
    batchIds: [...new Set(delivered.map(({ batchId }) => batchId))],
  }
}
