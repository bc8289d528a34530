import {
  accessRequestAsk,
  codes,
  defaultAccessRequestRules,
  globalTenantId,
  maxOpenRequests,
} from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { toJson } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject, rejectFields } from '../../platform/http/rejection.ts'
import { handleOwn } from '../../platform/http/route.ts'
import { accessFields, daysIn, periodIssues } from '../access/index.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { askRoles } from '../products/linked/index.ts'
import { spendCalling } from '../studies/calling.ts'
import { linkIn } from '../studies/study-invitations/index.ts'
import { askedStudy } from './askable.ts'
import { endRequests } from './ending.ts'
import { grantOf } from './wanted.ts'

/** Counts a person's open requests in a tenant, and locks the membership so that concurrent ones are counted too. */
async function countOpen(
  trx: Trx,
  { tenantId, tenantUserId }: { readonly tenantId: string; readonly tenantUserId: string },
): Promise<number> {
  // Grants refer to the membership, so this lock must not exclude theirs.
  await trx
    .selectFrom('tenantUser')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', tenantUserId)
    .forNoKeyUpdate()
    .execute()
  const { count } = await trx
    .selectFrom('accessRequest')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('tenantUserId', '=', tenantUserId)
    .where('state', '=', 'requested')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the days after which a request in a tenant expires. */
async function daysOf(trx: Trx, tenantId: string): Promise<number> {
  const rules = await trx
    .selectFrom('accessRequestRule')
    .select('days')
    .where('tenantId', '=', tenantId)
    .executeTakeFirst()
  return rules?.days ?? defaultAccessRequestRules.days
}

/**
 * POST /accessRequest/ask. The product names its roles first, without an open transaction. Runs as the system,
 * restricted to the caller.
 */
export const askRoute = handleOwn(accessRequestAsk, async (work) => {
  const { input, caller, language, services, system } = work
  const { studyUrlId, reason, ...wanted } = input
  const { userId } = caller
  const link = await system(async (trx) => {
    const { tenantId } = await askedStudy(trx, userId, studyUrlId)
    return linkIn({ trx }, tenantId, studyUrlId)
  })
  const period = { from: wanted.accessFrom, until: wanted.accessUntil }
  rejectFields(periodIssues(accessFields, period, daysIn(services.profile.timeZone).today()))
  await spendCalling(work)
  const grant = grantOf(link, await askRoles(services, link, language), wanted)
  // A request that has expired does not count as open.
  await endRequests(services, { userId })
  return system(async (trx, audit) => {
    const study = await askedStudy(trx, userId, studyUrlId)
    const { tenantId } = study
    if (tenantId === globalTenantId) reject(codes.notFound)
    if ((await countOpen(trx, study)) >= maxOpenRequests)
      reject(codes.conflict, 'accessRequest.refusal.tooMany', { max: maxOpenRequests })
    const after = await trx
      .insertInto('accessRequest')
      .values({
        ...study,
        id: uuidv7(),
        studyUrlId,
        userId,
        personName: await fullNameOf(trx, userId),
        wanted: toJson(grant) ?? '{}',
        reason,
        expiresAt: sql<Date>`now() + make_interval(days => ${await daysOf(trx, tenantId)}::int)`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!after) return reject(codes.conflict, 'accessRequest.refusal.open')
    audit({ entity: 'access_request', entityId: after.id, tenantId, after: { ...after, ...grant } })
    return null
  })
})
