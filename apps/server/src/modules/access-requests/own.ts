import { accessRequestWithdraw, codes, ownAccessRequests } from '@atrium/contract'
import { sql } from 'kysely'
import { pageOf } from '../../platform/crud/index.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { shownRequests, withColumns } from './present.ts'
import { stateOf } from './state.ts'

/** POST /accessRequest/mine. Runs as the system, restricted to the caller. */
export const ownRequestsRoute = handle(
  ownAccessRequests,
  async ({ trx, input, caller, language }) => {
    const matching = trx.selectFrom('accessRequest').where('accessRequest.userId', '=', caller.userId)
    const page = await pageOf(
      trx,
      matching,
      input,
      (rows) =>
        withColumns(rows, language)
          .orderBy('accessRequest.createdAt', 'desc')
          .orderBy('accessRequest.id', 'desc'),
      (row) => row,
    )
    return { ...page, list: await shownRequests(trx, page.list, () => false) }
  },
  { asSystem: true },
)

/** POST /accessRequest/withdraw. Runs as the system, restricted to the caller. */
export const withdrawRoute = handle(
  accessRequestWithdraw,
  async ({ trx, input, caller, audit }) => {
    const before = await trx
      .selectFrom('accessRequest')
      .selectAll('accessRequest')
      .select(stateOf.as('state'))
      .where('accessRequest.id', '=', input.id)
      .where('accessRequest.userId', '=', caller.userId)
      .forUpdate('accessRequest')
      .executeTakeFirst()
    if (!before) return reject(codes.notFound)
    if (before.state !== 'requested') reject(codes.conflict, 'accessRequest.refusal.decided')
    const after = await trx
      .updateTable('accessRequest')
      .set({ state: 'withdrawn', decidedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
      .set({ rowVersion: sql<number>`row_version + 1` })
      .where('tenantId', '=', before.tenantId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    audit({ entity: 'access_request', entityId: before.id, tenantId: before.tenantId, before, after })
    return null
  },
  { asSystem: true },
)
