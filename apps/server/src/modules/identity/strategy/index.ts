import { codes, expiredInfo, expiredInfoSave, strategyId } from '@atrium/contract'
import { sql } from 'kysely'
import { rejectStale } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle, type Route } from '../../../platform/http/route.ts'

const columns = ['validityTime', 'expiredDay', 'remindDay', 'rowVersion', 'updatedAt'] as const

/** Selects the only row of the table. */
const row = (trx: Trx) => trx.selectFrom('safeStrategy').select(columns).where('id', '=', Number(strategyId))

/** GET /expiredInfo. */
const expiredInfoRoute = handle(expiredInfo, async ({ input, trx }) => {
  if (input.id !== strategyId) reject(codes.notFound)
  return { id: strategyId, ...(await row(trx).executeTakeFirstOrThrow()) }
})

/**
 * Handles POST /expiredInfo/save. Every call checks its session against this row, so that a change applies from the
 * next call on.
 */
const expiredInfoSaveRoute = handle(expiredInfoSave, async ({ input, trx, audit }) => {
  const { id, rowVersion, ...values } = input
  if (id !== '' && id !== strategyId) reject(codes.notFound)
  const before = { id: strategyId, ...(await row(trx).forUpdate().executeTakeFirstOrThrow()) }
  if (rowVersion !== undefined) await rejectStale(trx, 'safe_strategy', before, values, rowVersion)
  const after = await trx
    .updateTable('safeStrategy')
    .set({ ...values, rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('id', '=', Number(strategyId))
    .returning(columns)
    .executeTakeFirstOrThrow()
  audit({ entity: 'safe_strategy', entityId: strategyId, before, after: { id: strategyId, ...after } })
  return null
})

export const strategyRoutes: readonly Route[] = [expiredInfoRoute, expiredInfoSaveRoute]
