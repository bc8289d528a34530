import { uuidv7 } from 'uuidv7'
import { fullNameOf } from '../../modules/identity/identifiers/index.ts'
import { toJson } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import data from './data/unblinding.json' with { type: 'json' }
import { demoGrant } from './product-roles.ts'
import { daysAgo, type Ids, idOf } from './rows.ts'
import type { AddedStudy } from './studies.ts'
import { demoUsers, memberKey } from './users.ts'

/** Entry of the register of unblinded access. */
interface DemoUnblinding {
  readonly study: string
  readonly user: string
  readonly state: 'requested' | 'approved' | 'ended' | 'declined'
  readonly requestedBy: string
  readonly daysAgo: number
  readonly decidedBy?: string
  readonly decisionReason?: string
  /** With `ended`. */
  readonly endedDaysAgo?: number
}

/** A study in RTSM. */
interface InRtsm {
  readonly tenantId: string
  readonly studyUrlId: string
  readonly softwareId: string
  readonly inStudy: AddedStudy
}

/** Users have a day to decide, and access began with the decision. */
const decisionDays = 1

/**
 * Adds the register of unblinded access in a study. It comes before the grants, which the register would otherwise show
 * as granted without approval.
 */
export async function addUnblinding(
  trx: Trx,
  { tenantId, studyUrlId, softwareId, inStudy }: InRtsm,
  { userIds, memberIds }: { readonly userIds: Ids; readonly memberIds: Ids },
): Promise<void> {
  const { studyName, studyCode, tenant, id: studyId } = inStudy
  const granted = { studyUrlId, siteIds: [], studySiteIds: [...inStudy.siteIds.values()] }
  for (const entry of data as readonly DemoUnblinding[]) {
    const { user, state, requestedBy, decidedBy, decisionReason = '', endedDaysAgo } = entry
    const userId = userIds.get(user)
    const position = demoUsers.find(({ userName }) => userName === user)?.position ?? ''
    const grant = demoGrant('rtsm', position, granted)
    if (entry.study !== studyCode || userId === undefined || !grant) continue
    const requester = idOf(userIds, requestedBy)
    const decidedAt = daysAgo(entry.daysAgo - decisionDays)
    const decider = decidedBy === undefined ? undefined : idOf(userIds, decidedBy)
    const began = state === 'approved' || state === 'ended'
    await trx
      .insertInto('unblinding')
      .values({
        ...{ tenantId, id: uuidv7(), studyUrlId, softwareId, studyId, studyName, studyCode, language: 'zh' },
        ...{ createdAt: daysAgo(entry.daysAgo), updatedAt: decidedAt, grants: toJson(grant) ?? '{}' },
        ...{ userId, tenantUserId: idOf(memberIds, memberKey(tenant, user)) },
        personName: await fullNameOf(trx, userId),
        ...{ requestedBy: requester, requesterName: await fullNameOf(trx, requester) },
        ...{ state: state === 'ended' ? 'approved' : state, decisionReason },
        ...(decider && { decidedBy: decider, deciderName: await fullNameOf(trx, decider), decidedAt }),
        ...(began && { beganAt: decidedAt }),
        ...(endedDaysAgo !== undefined && { endedAt: daysAgo(endedDaysAgo) }),
      })
      .execute()
  }
}
