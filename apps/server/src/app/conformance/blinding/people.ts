import { randomUUID } from 'node:crypto'
import { blinding, type ProductGrant } from '@atrium/contract'
import type { TestDatabase } from '../../../../test-support/index.ts'
import {
  daysIn,
  platformAdministrator,
  tenantAdministrator,
  tenantMember,
} from '../../../modules/access/index.ts'
import { addReachable } from '../../../modules/identity/sign-in/test-kit/index.ts'
import { beginSession } from '../../../platform/caller/sessions.ts'
import { asSystem, inTransaction } from '../../../platform/database/index.ts'

/** Time of all rows of the study: a time after the copy in a response comes from the clock. */
export const past = new Date('2026-03-02T01:00:00Z')

/** Role of unblinded grants in RTSM. */
export const unblindedRoleId = 'UNBLINDED'

/** Texts that occur in unblinded grants only. */
export const unblindedRole = '非盲药师'
export const unblindingReason = '负责配药与编盲'

/** First and last day of an authorization; omitted without a limit. */
export type Period = Pick<ProductGrant, 'accessFrom' | 'accessUntil'>

const ending: Period = { accessUntil: '2099-06-30' }
const planned: Period = { accessFrom: '2099-01-01', accessUntil: '2099-06-30' }

const days = daysIn('Asia/Shanghai')

/** Returns the instants between which an authorization applies; null for no limit. */
export const instantsOf = ({ accessFrom = '', accessUntil = '' }: Period) => ({
  accessFrom: days.begin(accessFrom),
  accessUntil: days.end(accessUntil),
})

/** Returns a grant of one role at a site. */
export const grantOf = (isBlind: number, siteId: string, period: Period = {}): ProductGrant => {
  const isUnblinded = isBlind === blinding.unblinded
  const role = {
    roleId: isUnblinded ? unblindedRoleId : 'PI',
    roleName: isUnblinded ? unblindedRole : '研究者',
    ...{ environmentId: '', projectId: 'P1', siteIds: [siteId], stockHouseIds: ['S1'], isBlind },
    ...(isUnblinded && { unblindingReason }),
  }
  return { generalRoleId: '', roles: [role], siteIds: [siteId], allSites: false, ...period }
}

/** A member of the study's tenant. */
export interface Member {
  readonly userId: string
  readonly tenantUserId: string
  readonly userName: string
  readonly email: string
}

/** A person whose authorizations in the study the check is about. */
export interface Subject {
  readonly fullName: string
  readonly userName: string
  /** Verified address, to which an invitation was sent. */
  readonly email: string
  /** Ids of this person's rows. A row that the person does not have has an id that nothing has. */
  readonly ids: {
    readonly user: string
    readonly tenantUser: string
    readonly invitation: string
    readonly studyUser: string
    readonly productAuthorization: string
    readonly unblinding: string
    readonly accessRequest: string
  }
  /** How the person came into the tenant. Grants of somebody who is still invited belong to the invitation. */
  readonly by: Part['by']
  /** Period of the person's grants and requests. */
  readonly period: Period
}

/** Person who calls the server. */
export interface Caller {
  /** Description for the report. */
  readonly who: string
  readonly token: string
  /** Makes only the first requests of each call: the others are made by callers with the same menus. */
  readonly isBrief?: boolean
}

const client = { address: '192.0.2.1', userAgent: 'blinding check' }

/** Adds a user with verified contacts and, unless they are only invited, a membership of the tenant. */
export async function addMember(
  database: TestDatabase,
  { tenantId, fullName, roleId = tenantMember.id, systemRole = null, joins = true }: NewMember,
): Promise<Member> {
  const { id: userId, userName, email } = await addReachable(database, { fullName, roleId: systemRole })
  const tenantUserId = randomUUID()
  if (joins)
    await database.owner
      .insertInto('tenantUser')
      .values({ tenantId, id: tenantUserId, userId, roleId })
      .execute()
  return { userId, tenantUserId, userName, email }
}

interface NewMember {
  readonly tenantId: string
  readonly fullName: string
  readonly roleId?: string
  readonly systemRole?: string | null
  readonly joins?: boolean
}

interface Invited {
  readonly tenantId: string
  readonly email: string
  readonly grantorId: string
  readonly acceptedBy?: string
  readonly studyUrlId: string
}

/** Adds an invitation that is valid for years, or an accepted one. @returns its id */
async function addInvitation(
  { owner }: TestDatabase,
  { tenantId, email, grantorId, acceptedBy, studyUrlId }: Invited,
): Promise<string> {
  const id = randomUUID()
  await owner
    .insertInto('invitation')
    .values({
      ...{ tenantId, id, keyHash: id, email, emailKey: email, language: 'zh', roleId: tenantMember.id },
      ...{ invitedBy: grantorId, inviterName: '组长', createdAt: past },
      expiresAt: new Date('2099-01-01T00:00:00Z'),
      ...(acceptedBy !== undefined && {
        ...{ status: 'accepted' as const, acceptedBy, acceptedAt: past, madeMember: true },
        studyUrlIds: [studyUrlId],
      }),
    })
    .execute()
  return id
}

/** How a person takes part, apart from blinding. */
interface Part {
  readonly fullName: string
  /** `member`: without an invitation. `joined`: accepted one. `invited`: has not accepted it yet. */
  readonly by: 'member' | 'joined' | 'invited'
  /** Whether the person has an authorization in RTSM, in both databases. */
  readonly isAuthorized: boolean
  /** Period of the person's access, in both databases; always by default. */
  readonly period?: Period
}

/** The people whose unblinded facts differ (see `facts.ts`). */
export const parts = {
  active: { fullName: '周启明', by: 'member', isAuthorized: true, period: ending },
  reversed: { fullName: '吴敏之', by: 'member', isAuthorized: true, period: ending },
  approved: { fullName: '郑和宁', by: 'member', isAuthorized: true, period: planned },
  changed: { fullName: '王立春', by: 'member', isAuthorized: true },
  late: { fullName: '冯远山', by: 'joined', isAuthorized: true },
  refused: { fullName: '陈思源', by: 'joined', isAuthorized: false },
  invited: { fullName: '褚宁一', by: 'invited', isAuthorized: true },
  offered: { fullName: '卫东来', by: 'invited', isAuthorized: false },
  requested: { fullName: '蒋欣然', by: 'member', isAuthorized: false, period: ending },
  declined: { fullName: '沈月明', by: 'member', isAuthorized: false },
  withdrawn: { fullName: '韩青松', by: 'member', isAuthorized: false },
  ended: { fullName: '杨柳青', by: 'member', isAuthorized: false },
  other: { fullName: '朱文清', by: 'member', isAuthorized: false },
} as const satisfies Record<string, Part>
export type SubjectName = keyof typeof parts

/** The study in RTSM, and the user who grants. */
export interface Studied {
  readonly tenantId: string
  readonly studyUrlId: string
  readonly siteId: string
  readonly grantorId: string
}

/** Adds a person with what is the same in both databases. */
export async function addSubject(
  database: TestDatabase,
  { fullName, by, isAuthorized, period = {} }: Part,
  { tenantId, studyUrlId, siteId, grantorId }: Studied,
): Promise<Subject> {
  const joins = by !== 'invited'
  const { userId, tenantUserId, userName, email } = await addMember(database, { tenantId, fullName, joins })
  const acceptedBy = by === 'joined' ? { acceptedBy: userId } : {}
  const invitation =
    by === 'member'
      ? randomUUID()
      : await addInvitation(database, { tenantId, email, grantorId, studyUrlId, ...acceptedBy })
  const studyUser = randomUUID()
  const who = joins ? { tenantUserId } : { invitationId: invitation }
  if (isAuthorized)
    await database.owner
      .insertInto('studyUser')
      .values({ tenantId, id: studyUser, studyUrlId, studySiteId: siteId, ...who, ...instantsOf(period) })
      .execute()
  return {
    ...{ fullName, userName, email, by, period },
    ids: {
      ...{ user: userId, tenantUser: tenantUserId, invitation, studyUser },
      ...{ productAuthorization: randomUUID(), unblinding: randomUUID(), accessRequest: randomUUID() },
    },
  }
}

/** Adds a grant with its authorization, which is the same in both databases. */
export async function addGrant(
  { owner }: TestDatabase,
  { tenantId, studyUrlId, grantorId }: Pick<Studied, 'tenantId' | 'studyUrlId' | 'grantorId'>,
  { who, grant, state }: { readonly who: Who; readonly grant: ProductGrant; readonly state: State },
): Promise<void> {
  const grants = JSON.stringify(grant)
  await owner
    .insertInto('productAuthorization')
    .values({
      ...{ tenantId, id: randomUUID(), studyUrlId, ...who, grantedBy: grantorId, grants, state },
      ...{ language: 'zh', batchId: randomUUID(), createdAt: past, updatedAt: past, waitingSince: past },
      ...(state === 'refused' && { message: '培训未完成' }),
      acceptedGrants: state === 'accepted' ? grants : null,
    })
    .execute()
  if (state === 'refused') return
  await owner
    .insertInto('studyUser')
    .values({ tenantId, id: randomUUID(), studyUrlId, ...who })
    .execute()
}

type Who =
  | { readonly tenantUserId: string; readonly invitationId: null }
  | { readonly tenantUserId: null; readonly invitationId: string }
type State = 'waiting' | 'accepted' | 'refused'

export const memberOf = ({ tenantUserId }: Pick<Member, 'tenantUserId'>): Who => ({
  tenantUserId,
  invitationId: null,
})

const signIn = async (database: TestDatabase, { userId }: Member) =>
  inTransaction(database.db, asSystem, (trx) => beginSession(trx, userId, client))

/** Adds the people who call: each is blinded in the study in another way. */
export async function addCallers(database: TestDatabase, studied: Studied): Promise<Caller[]> {
  const { tenantId, siteId, studyUrlId, grantorId } = studied
  const grant = grantOf(blinding.blinded, siteId)
  const caller = async (who: string, member: Member) => ({ who, token: await signIn(database, member) })
  const add = async (who: string, more: Omit<NewMember, 'tenantId'>, state: State) => {
    const member = await addMember(database, { tenantId, ...more })
    await addGrant(database, studied, { who: memberOf(member), grant, state })
    return caller(who, member)
  }
  const systemRole = platformAdministrator.id
  const invited = await addMember(database, {
    tenantId,
    fullName: '受邀平台管理员',
    systemRole,
    joins: false,
  })
  const { email } = invited
  const invitationId = await addInvitation(database, { tenantId, email, grantorId, studyUrlId })
  await addGrant(database, studied, { who: { tenantUserId: null, invitationId }, grant, state: 'waiting' })
  return [
    await add(
      'a tenant administrator with a blinded role',
      { fullName: '盲态租户管理员', roleId: tenantAdministrator.id },
      'accepted',
    ),
    await add(
      'a platform administrator whose blinded role is pending',
      { fullName: '盲态平台管理员', systemRole },
      'waiting',
    ),
    { ...(await caller('a platform administrator invited to a blinded role', invited)), isBrief: true },
    { ...(await add('a member with a blinded role', { fullName: '盲态成员' }, 'accepted')), isBrief: true },
  ]
}
