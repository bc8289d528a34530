import { blinding, type ProductGrant } from '@atrium/contract'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { secrets } from '../../../modules/identity/sign-in/test-kit/index.ts'
import { recordAudit, sealBatches } from '../../../platform/audit/index.ts'
import type { Trx } from '../../../platform/database/index.ts'
import { grantOf, instantsOf, past, type Subject, type SubjectName } from './people.ts'
import type { Trial } from './trial.ts'

/** What a product holds of a person: the state, and the blinding of the grants. */
interface Granted {
  readonly state: 'waiting' | 'accepted' | 'refused'
  readonly isBlind: number
  /** Whether the product has rejected a later, unblinded grant. */
  readonly rejectedChange?: boolean
}

interface Registered {
  readonly state: 'requested' | 'approved' | 'declined' | 'withdrawn'
  readonly began?: boolean
  readonly ended?: boolean
}

/** Unblinded facts of a person. */
interface Facts {
  readonly granted?: Granted
  readonly registered?: Registered
  /** Blinding of the role for which the person asked. */
  readonly asked?: number
}

const { blinded, unblinded } = blinding

const isBlinded: Facts = { granted: { state: 'accepted', isBlind: blinded } }
const isUnblinded: Facts = {
  granted: { state: 'accepted', isBlind: unblinded },
  registered: { state: 'approved', began: true },
}
const isAwaited: Facts = {
  granted: { state: 'waiting', isBlind: unblinded },
  registered: { state: 'approved' },
}

/** Unblinded facts of each database. They have nothing else that differs. */
const factsOf: Readonly<Record<'first' | 'second', Readonly<Partial<Record<SubjectName, Facts>>>>> = {
  first: {
    active: isUnblinded,
    reversed: isBlinded,
    approved: isAwaited,
    changed: {
      granted: { state: 'accepted', isBlind: blinded, rejectedChange: true },
      registered: { state: 'approved' },
    },
    late: isAwaited,
    refused: { granted: { state: 'refused', isBlind: unblinded }, registered: { state: 'approved' } },
    invited: isAwaited,
    offered: { registered: { state: 'requested' } },
    requested: { registered: { state: 'requested' }, asked: unblinded },
    declined: { registered: { state: 'declined' } },
    withdrawn: { registered: { state: 'withdrawn' } },
    ended: { registered: { state: 'approved', began: true, ended: true } },
  },
  second: {
    active: { ...isBlinded, asked: blinded },
    reversed: isUnblinded,
    approved: isBlinded,
    changed: isBlinded,
    late: isBlinded,
    invited: { granted: { state: 'waiting', isBlind: blinded } },
    other: { registered: { state: 'requested' }, asked: unblinded },
  },
}

const whoIs = ({ by, ids }: Subject) =>
  by === 'invited'
    ? { tenantUserId: null, invitationId: ids.invitation }
    : { tenantUserId: ids.tenantUser, invitationId: null }

const grantFor = ({ siteId }: Trial, { period }: Subject, isBlind: number) => grantOf(isBlind, siteId, period)

async function addGrant(trx: Trx, trial: Trial, subject: Subject, granted: Granted): Promise<void> {
  const { state, isBlind, rejectedChange = false } = granted
  const asText = (grant: ProductGrant) => JSON.stringify(grant)
  const grants = asText(grantFor(trial, subject, isBlind))
  const { productAuthorization: id, studyUser, invitation } = subject.ids
  await trx
    .insertInto('productAuthorization')
    .values({
      ...{ tenantId: trial.tenantId, id, studyUrlId: trial.study.studyUrlId, ...whoIs(subject) },
      ...{ grantedBy: trial.grantor.userId, grants, state, language: 'zh', batchId: id },
      ...{ createdAt: past, updatedAt: past, studyUserIds: [studyUser] },
      waitingSince: instantsOf(subject.period).accessFrom ?? past,
      acceptedGrants: state === 'accepted' ? grants : null,
      refusedGrants: rejectedChange ? asText(grantFor(trial, subject, unblinded)) : null,
      fromInvitationId: subject.by === 'joined' ? invitation : null,
      ...((state === 'refused' || rejectedChange) && { message: '非盲权限被产品拒绝' }),
    })
    .execute()
}

async function register(trx: Trx, trial: Trial, subject: Subject, registered: Registered): Promise<void> {
  const { state, began = false, ended = false } = registered
  const { tenantId, study, grantor } = trial
  const { unblinding: id, user } = subject.ids
  const decided = state === 'approved' || state === 'declined'
  const names = await trx
    .selectFrom('study')
    .select(['studyName', 'studyCode'])
    .where('id', '=', study.studyId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('unblinding')
    .values({
      ...{ tenantId, id, studyUrlId: study.studyUrlId, studyId: study.studyId, softwareId: study.softwareId },
      ...{ ...names, personName: subject.fullName, ...whoIs(subject) },
      userId: subject.by === 'invited' ? null : user,
      ...{ grants: JSON.stringify(grantFor(trial, subject, unblinded)), language: 'zh', state },
      ...{ requestedBy: grantor.userId, requesterName: '组长', createdAt: past, updatedAt: past },
      ...(decided && { deciderName: '批准人', decidedAt: past, decisionReason: '方案要求配备非盲人员' }),
      beganAt: began ? past : null,
      endedAt: ended ? past : null,
    })
    .execute()
}

/** Adds the mail to those who decide on a request. Nothing sends it. */
async function addMail(trx: Trx, { tenantId, study }: Trial, { ids }: Subject): Promise<void> {
  await trx
    .insertInto('message')
    .values({
      ...{ tenantId, id: ids.unblinding, kind: 'email', template: 'unblindingRequested', language: 'zh' },
      ...{ softwareId: study.softwareId, recipient: 'approver@hospital.example', subject: '待批准' },
      ...{ reference: ids.unblinding, state: 'failed', maxSendCount: 24, createdAt: past },
    })
    .execute()
}

/** Adds an open request for access to RTSM. */
async function addRequest(trx: Trx, trial: Trial, subject: Subject, isBlind: number): Promise<void> {
  const { tenantId, study } = trial
  const { accessRequest: id, user: userId, tenantUser: tenantUserId } = subject.ids
  await trx
    .insertInto('accessRequest')
    .values({
      ...{ tenantId, id, studyUrlId: study.studyUrlId, studyId: study.studyId, softwareId: study.softwareId },
      ...{ userId, tenantUserId, personName: subject.fullName, studyName: '', studyCode: '', reason: '接替' },
      wanted: JSON.stringify(grantFor(trial, subject, isBlind)),
      ...{ createdAt: past, updatedAt: past, expiresAt: sql<Date>`now() + interval '1 year'` },
    })
    .execute()
}

/** Writes the events that grant, request or decision left in the trail, and the withdrawal of an invitation. */
async function record(trx: Trx, trial: Trial, subject: Subject, { granted, registered, asked }: Facts) {
  const { tenantId, grantor, study } = trial
  const { studyUrlId } = study
  const { unblinding, productAuthorization, invitation, accessRequest, user: userId } = subject.ids
  const by = { actorId: grantor.userId, actorName: '组长', tenantId }
  const person = whoIs(subject)
  if (granted) {
    const list = [{ id: productAuthorization, tenantId, studyUrlId, ...person, state: granted.state }]
    const after = { list, ...grantFor(trial, subject, granted.isBlind) }
    const event = { entity: 'product_authorization', entityId: productAuthorization } as const
    await recordAudit(trx, { ...by, ...event, call: '/studyUser/save/study/iwrs', after })
  }
  if (asked !== undefined) {
    const after = { id: accessRequest, tenantId, studyUrlId, userId, ...grantFor(trial, subject, asked) }
    const event = { entity: 'access_request', entityId: accessRequest } as const
    await recordAudit(trx, { ...by, ...event, call: '/accessRequest/ask', after })
  }
  if (!registered) return
  const event = { entity: 'unblinding', entityId: unblinding, after: { id: unblinding, tenantId } } as const
  await recordAudit(trx, { ...by, ...event, call: '/unblinding/approve' })
  if (subject.by !== 'invited') return
  const after = { id: invitation, tenantId, email: subject.email, studyUrlIds: granted ? [studyUrlId] : [] }
  const call = '/tenantUser/invitation/withdraw'
  await recordAudit(trx, { ...by, call, entity: 'invitation', entityId: invitation, after })
}

/** Keeps triggers from running until the transaction ends. */
const withoutTriggers = (trx: Trx) => sql`set local session_replication_role = replica`.execute(trx)

/**
 * Writes an event that callers may see, with the id of the study. Its number and its seal depend on the events before
 * it, and nothing else of it differs.
 */
const recordLast = (trx: Trx, { tenantId, study, grantor }: Trial) =>
  sql`insert into audit_event (id, batch, at, actor_id, actor_name, tenant_id, call, entity, entity_id, after)
    values (${study.studyId}, 1, ${past}, ${grantor.userId}, '组长', ${tenantId}, '/study/save', 'study',
      ${study.studyId}, ${JSON.stringify({ id: study.studyId, tenantId })})`.execute(trx)

/**
 * Enters the unblinded facts of one of the two databases. No trigger of the grants runs: nothing but these rows may
 * differ, not even times. The trail has triggers of its own.
 */
export async function enterFacts(
  { db, owner }: TestDatabase,
  trial: Trial,
  of: 'first' | 'second',
): Promise<void> {
  const facts = Object.entries(factsOf[of]).map(([name, one]) => ({
    ...one,
    subject: trial.subjects[name as SubjectName],
  }))
  await owner.transaction().execute(async (trx) => {
    await withoutTriggers(trx)
    for (const { subject, granted, registered, asked } of facts) {
      if (granted) await addGrant(trx, trial, subject, granted)
      if (registered) await register(trx, trial, subject, registered)
      if (registered?.state === 'requested') await addMail(trx, trial, subject)
      if (asked !== undefined) await addRequest(trx, trial, subject, asked)
    }
  })
  await owner.transaction().execute(async (trx) => {
    for (const { subject, ...one } of facts) await record(trx, trial, subject, one)
  })
  await owner.transaction().execute(async (trx) => {
    await withoutTriggers(trx)
    await recordLast(trx, trial)
  })
  await sealBatches(db, secrets.auditKey)
}
