import { blinding, type ProductGrant } from '@atrium/contract'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { recordAudit } from '../../../platform/audit/record.ts'
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
    requested: { registered: { state: 'requested' } },
    declined: { registered: { state: 'declined' } },
    withdrawn: { registered: { state: 'withdrawn' } },
    ended: { registered: { state: 'approved', began: true, ended: true } },
  },
  second: {
    active: isBlinded,
    reversed: isUnblinded,
    approved: isBlinded,
    changed: isBlinded,
    late: isBlinded,
    invited: { granted: { state: 'waiting', isBlind: blinded } },
    other: { registered: { state: 'requested' } },
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

/** Writes the event that a request or decision left in the trail. */
const recordRequest = (trx: Trx, { tenantId, grantor }: Trial, { ids }: Subject) =>
  recordAudit(trx, {
    ...{ actorId: grantor.userId, actorName: '组长', tenantId, call: '/unblinding/approve' },
    ...{ entity: 'unblinding', entityId: ids.unblinding, after: { id: ids.unblinding, tenantId } },
  })

/**
 * Enters the unblinded facts of one of the two databases. No trigger of the grants runs: nothing but these rows may
 * differ, not even times. The trail has triggers of its own.
 */
export async function enterFacts(
  { owner }: TestDatabase,
  trial: Trial,
  of: 'first' | 'second',
): Promise<void> {
  const facts = Object.entries(factsOf[of]).map(([name, one]) => ({
    ...one,
    subject: trial.subjects[name as SubjectName],
  }))
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const { subject, granted, registered } of facts) {
      if (granted) await addGrant(trx, trial, subject, granted)
      if (registered) await register(trx, trial, subject, registered)
    }
  })
  await owner.transaction().execute(async (trx) => {
    for (const { subject, registered } of facts) if (registered) await recordRequest(trx, trial, subject)
  })
}
