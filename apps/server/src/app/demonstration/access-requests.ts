import { defaultAccessRequestRules, softwareCodes } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { fullNameOf } from '../../modules/identity/identifiers/index.ts'
import { toJson } from '../../platform/database/json.ts'
import { asPlatform, asSystem, setRole, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import data from './data/access-requests.json' with { type: 'json' }
import { demoGrant } from './product-roles.ts'
import { daysAgo, type Ids, idOf, periodDay } from './rows.ts'
import type { AddedStudy } from './studies.ts'
import { demoUsers, memberKey } from './users.ts'

/** A request for the role of the person's position in EDC. */
interface DemoRequest {
  readonly tenant: string
  readonly study: string
  readonly user: string
  /** Codes of the sites in the study; the whole study if this is missing. */
  readonly sites?: readonly string[]
  /** Days until the last day. */
  readonly accessUntil?: number
  readonly reason: string
  readonly daysAgo: number
  readonly decision?: {
    readonly state: 'approved' | 'declined'
    readonly by: string
    readonly reason: string
    readonly daysAgo: number
  }
}

interface AddedRows extends Readonly<Record<'tenantIds' | 'userIds' | 'memberIds' | 'edcLinks', Ids>> {
  readonly studies: ReadonlyMap<string, AddedStudy>
}

/** Returns the columns of a decision. */
async function decided(trx: Trx, decision: DemoRequest['decision'], userIds: Ids, wanted: string | null) {
  const decidedBy = decision && userIds.get(decision.by)
  if (!decision || decidedBy === undefined) return {}
  const { state, reason: decisionReason } = decision
  return {
    ...{ state, decidedBy, decisionReason, decidedAt: daysAgo(decision.daysAgo) },
    ...{ deciderName: await fullNameOf(trx, decidedBy), granted: state === 'approved' ? wanted : null },
  }
}

/** Adds requests for access in EDC. Call it after the authorizations that followed the approved ones are added. */
export async function addAccessRequests(
  trx: Trx,
  { profile: { timeZone } }: Pick<Services, 'profile'>,
  { tenantIds, studies, userIds, memberIds, edcLinks }: AddedRows,
): Promise<void> {
  // Only the server itself adds requests.
  await setRole(trx, asSystem)
  for (const { tenant, study, user, sites = [], decision, ...request } of data as readonly DemoRequest[]) {
    const [studyUrlId, inStudy] = [edcLinks.get(study), studies.get(study)]
    const [userId, tenantUserId] = [userIds.get(user), memberIds.get(memberKey(tenant, user))]
    if (!studyUrlId || !inStudy || !userId || !tenantUserId) continue
    const position = demoUsers.find(({ userName }) => userName === user)?.position ?? ''
    const siteIds = sites.map((code) => idOf(inStudy.siteIds, code))
    const studySiteIds = [...inStudy.siteIds.values()]
    const grant = demoGrant('edc', position, { studyUrlId, siteIds, studySiteIds })
    const accessUntil = periodDay(timeZone, request.accessUntil)
    const wanted = toJson(grant && { ...grant, ...(accessUntil && { accessUntil }) })
    if (!wanted) throw new Error(`EDC has no role for the position of ${user}`)
    await trx
      .insertInto('accessRequest')
      .values({
        ...{ tenantId: idOf(tenantIds, tenant), id: uuidv7(), createdAt: daysAgo(request.daysAgo) },
        ...{ studyUrlId, studyId: inStudy.id, softwareId: softwareCodes.edc },
        ...{ studyName: inStudy.studyName, studyCode: inStudy.studyCode, userId, tenantUserId },
        ...{ personName: await fullNameOf(trx, userId), wanted, reason: request.reason },
        expiresAt: daysAgo(request.daysAgo - defaultAccessRequestRules.days),
        // The mail about a new request is sent already.
        reminded: 1,
        ...(await decided(trx, decision, userIds, wanted)),
      })
      .execute()
  }
  await setRole(trx, asPlatform)
}
