import { type Call, categories, codes, maxAuthorizations, membershipStatus } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkWritable, rejectingDeletedReferences } from '../../../platform/crud/index.ts'
import { toJson } from '../../../platform/database/json.ts'
import { type FieldIssue, fieldIssue, reject, rejectFields } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { rejectUngrantableRoleIn } from '../../access/index.ts'
import { emailKey, hasVerified, verified } from '../../identity/identifiers/index.ts'
import { claimLicence } from '../../products/licences/index.ts'
import type { LinkedStudy } from '../../products/linked/index.ts'
import { wrongEntries } from '../../reference-data/dictionaries/index.ts'
import { inviteAll, lockOpenInvitations } from '../../tenants/invitations/index.ts'
import { blindingIssues } from './blinding.ts'
import type { Person, StudyInvitation } from './invitation.ts'
import { linkIn, rejectWithoutUrl } from './link.ts'

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
  /** Addresses without a member in the tenant. */
  readonly invited: readonly string[]
  /** Addresses without an e-mail, because they have reached their daily limit. */
  readonly unsent: ReadonlySet<string>
  /** Batches of tenant users. Each batch is one call to the product. */
  readonly batchIds: readonly string[]
}

export const peopleOf = async (
  { trx }: Pick<Job, 'trx'>,
  { tenantId, tenantUserIds, addresses }: StudyInvitation,
): Promise<Person[]> => {
  const keys = addresses.map(emailKey)
  const rows = await trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantUser.id as tenantUserId', 'tenantUser.userId', 'tenantUser.enabled'])
    .select(['appUser.fullName', 'appUser.emailKey', 'appUser.emailValid'])
    .where('tenantUser.tenantId', '=', tenantId)
    .where((eb) =>
      eb.or([eb('tenantUser.id', '=', sql<string>`any(${tenantUserIds})`), hasVerified('email', keys)]),
    )
    .orderBy('tenantUser.id')
    .execute()
  const chosen = new Set(tenantUserIds)
  return rows.map(({ enabled, emailValid, ...person }) => ({
    ...person,
    emailKey: emailValid === verified ? person.emailKey : null,
    disabled: enabled !== membershipStatus.enabled,
    chosen: chosen.has(person.tenantUserId),
  }))
}

/** Returns the sites at which each person is authorized; null stands for the whole study. */
const placesOf = ({ studySiteIds, grant }: StudyInvitation): readonly (string | null)[] =>
  studySiteIds.length > 0 && !grant.allSites ? studySiteIds : [null]

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

/** Returns issues with all fields except the role. */
async function issuesOf(
  job: Job,
  invitation: StudyInvitation,
  link: LinkedStudy,
  people: readonly Person[],
): Promise<FieldIssue[]> {
  const { trx } = job
  const { tenantId, typeId, studySiteIds, studyIds, tenantUserIds, fields } = invitation
  const issues: FieldIssue[] = []
  const refer = (field: string, isWrong: boolean) => {
    if (isWrong) issues.push(fieldIssue(field, 'rule.reference'))
  }
  const found = new Set(people.map(({ tenantUserId }) => tenantUserId))
  const sites = new Set(link.scope.sites.map(({ id }) => id))
  refer(fields.people, !tenantUserIds.every((id) => found.has(id)))
  refer(fields.sites, !studySiteIds.every((id) => sites.has(id)))
  refer(fields.roles, !studyIds.every((id) => id === '' || id === link.scope.study.id))
  const type = { type: { categoryId: categories.userType, id: typeId } }
  refer(fields.type, (await wrongEntries(trx, tenantId, type)).length > 0)
  issues.push(...(await ownGrantIssues(job, invitation, people)))
  issues.push(...(await blindingIssues(trx, { invitation, studyId: link.scope.study.id, people })))
  const rows = (tenantUserIds.length + invitation.addresses.length) * placesOf(invitation).length
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
 * Authorizes people to open the product, at the sites or in the whole study; existing authorizations remain.
 * @returns the ids of the added authorizations, by person
 */
export async function authorize(
  { trx }: Job,
  invitation: StudyInvitation,
  { column, ids }: Who,
): Promise<Map<string, string[]>> {
  const { tenantId, studyUrlId } = invitation
  const sites = placesOf(invitation)
  const rows = ids.flatMap((id) => sites.map((site) => ({ key: uuidv7(), id, site })))
  const { rows: added } = await sql<{ id: string; who: string }>`
    insert into study_user (tenant_id, id, study_url_id, study_site_id, ${sql.ref(column)})
    select ${tenantId}, key, ${studyUrlId}, site, who
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ site }) => site)}::text[],
      ${rows.map(({ id }) => id)}::text[]) as made (key, site, who)
    on conflict on constraint study_user_unique do nothing
    returning id, ${sql.ref(column)} as who`.execute(trx)
  const byWho = Map.groupBy(added, ({ who }) => who)
  return new Map([...byWho].map(([who, list]) => [who, list.map(({ id }) => id)]))
}

/**
 * Stores grants for delivery to the product.
 * @returns the rows
 */
export async function keepGrants(
  { trx, language, caller }: Job,
  { tenantId, studyUrlId, grant }: StudyInvitation,
  { column, ids }: Who,
  added: ReadonlyMap<string, string[]>,
) {
  if (ids.length === 0) return []
  const isReported = column === 'tenantUserId'
  const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, () => uuidv7())
  const other = column === 'tenantUserId' ? 'invitationId' : 'tenantUserId'
  const next = isReported ? sql<Date>`now() + make_interval(secs => ${firstDeliverySeconds})` : null
  return trx
    .insertInto('productAuthorization')
    .values(
      ids.map((who, index) => ({
        tenantId,
        id: uuidv7(),
        studyUrlId,
        ...({ [column]: who, [other]: null } as Record<typeof column | typeof other, string | null>),
        grantedBy: caller.userId,
        grants: toJson(grant) ?? '{}',
        studyUserIds: added.get(who) ?? [],
        language,
        batchId: batches[Math.floor(index / batchSize)] ?? '',
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
        state: 'waiting',
        refusedGrants: null,
        message: '',
        language: (eb) => eb.ref('excluded.language'),
        batchId: (eb) => eb.ref('excluded.batchId'),
        waitingSince: sql<Date>`now()`,
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
}

/** Saves the authorizations and grants, and invites people by e-mail. */
export async function saveInvitation(job: Job, invitation: StudyInvitation): Promise<Saved> {
  const { trx, caller, language, services, audit } = job
  const { tenantId, studyUrlId, addresses, roleId, typeId, grant, fields } = invitation
  await checkWritable({ ...job, input: invitation }, tenantId)
  const link = await linkIn(job, tenantId, studyUrlId)
  const open = await lockOpenInvitations(trx, tenantId, addresses)
  const people = await peopleOf(job, invitation)
  rejectFields(await issuesOf(job, invitation, link, people))
  await rejectUngrantableRoleIn(job, { tenantId, roleId }, fields.role)
  if (link.authorizationStyle !== invitation.style)
    reject(codes.conflict, 'studyInvitation.refusal.otherStyle')
  rejectWithoutUrl(link)
  const present = people.filter(({ disabled }) => !disabled).map(({ tenantUserId }) => tenantUserId)
  const known = new Set(people.map((person) => person.emailKey))
  const invited = addresses.filter((address) => !known.has(emailKey(address)))
  const unsent = new Set<string>()
  const claim = { tenantId, softwareId: link.softwareId, counted: 'users' } as const
  const add = async () => {
    const facts = { tenantId, language, roleId, typeId, invitedBy: caller.userId }
    const invitations = await inviteAll(trx, services, facts, invited, open)
    const tenantUsers = { column: 'tenantUserId', ids: present } as const
    const invitees = { column: 'invitationId', ids: [...invitations.values()].map(({ id }) => id) } as const
    for (const [address, { isUnsent }] of invitations) if (isUnsent) unsent.add(address)
    const [authorized, awaited] = [
      await authorize(job, invitation, tenantUsers),
      await authorize(job, invitation, invitees),
    ]
    return [
      ...(await keepGrants(job, invitation, tenantUsers, authorized)),
      ...(await keepGrants(job, invitation, invitees, awaited)),
    ]
  }
  // The study's link, a site, a user or the role may be deleted concurrently.
  const list = await claimLicence(job, claim, () => rejectingDeletedReferences(add))
  const after = {
    list,
    studyUrlId,
    addresses: invited,
    roleId,
    typeId,
    // The grant shows who was unblinded and where, which auditors look for first.
    ...grant,
  }
  audit({ entity: 'product_authorization', entityId: studyUrlId, tenantId, after })
  const delivered = list.filter(({ tenantUserId }) => tenantUserId !== null)
  return { link, people, invited, unsent, batchIds: [...new Set(delivered.map(({ batchId }) => batchId))] }
}
