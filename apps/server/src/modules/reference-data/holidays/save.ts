import { codes, type holidaySave } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkWritable, rejectStale } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { daysAsText, tenantIdOfCalendar } from './queries.ts'

/** Converts comma-separated days of the API to date[]. */
const toDates = (days: string): RawBuilder<string> => sql<string>`string_to_array(${days}, ',')::date[]`

interface Days {
  readonly lawHolidays: string
  readonly extraWorkdays: string
}

const columns = [
  ...(['id', 'tenantId', 'rowVersion', 'createdAt', 'updatedAt'] as const),
  daysAsText('lawHolidays').as('lawHolidays'),
  daysAsText('extraWorkdays').as('extraWorkdays'),
] as const

const stored = ({ lawHolidays, extraWorkdays }: Days) => ({
  lawHolidays: toDates(lawHolidays),
  extraWorkdays: toDates(extraWorkdays),
})

/** Adds a tenant's first calendar; returns undefined if one exists, including one added concurrently. */
const insert = (trx: Trx, tenantId: string, days: Days) =>
  trx
    .insertInto('holiday')
    .values({ tenantId, id: uuidv7(), ...stored(days) })
    .onConflict((conflict) => conflict.column('tenantId').doNothing())
    .returning(columns)
    .executeTakeFirst()

const lock = (trx: Trx, tenantId: string) =>
  trx.selectFrom('holiday').select(columns).where('tenantId', '=', tenantId).forUpdate().executeTakeFirst()

type Calendar = NonNullable<Awaited<ReturnType<typeof lock>>>

const update = (trx: Trx, { tenantId, rowVersion }: Calendar, days: Days) =>
  trx
    .updateTable('holiday')
    .set({ ...stored(days), rowVersion: rowVersion + 1, updatedAt: sql`now()` })
    .where('tenantId', '=', tenantId)
    .returning(columns)
    .executeTakeFirstOrThrow()

/**
 * Saves the one calendar of a tenant: the first save adds it, and later saves change it. A sent `rowVersion` must be
 * current, or 0 if the caller saw no calendar yet (otherwise 409 with the changes since).
 * @returns the calendar's id
 */
export async function saveCalendar(work: Work<typeof holidaySave>): Promise<string> {
  const { input, trx, audit } = work
  const { id, lawHolidays, extraWorkdays, rowVersion } = input
  const days = { lawHolidays, extraWorkdays }
  const tenantId = tenantIdOfCalendar(input.tenantId)
  await checkWritable(work, tenantId)
  // An id means that the caller saw a calendar, so none is added.
  const added = id === '' ? await insert(trx, tenantId, days) : undefined
  if (added) {
    audit({ entity: 'holiday', entityId: added.id, tenantId, after: added })
    return added.id
  }
  const before = await lock(trx, tenantId)
  if (!before || (id !== '' && id !== before.id)) reject(codes.notFound)
  if (rowVersion !== undefined) await rejectStale(trx, 'holiday', before, days, rowVersion)
  const after = await update(trx, before, days)
  audit({ entity: 'holiday', entityId: after.id, tenantId, before, after })
  return after.id
}
