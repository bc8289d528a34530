import type { KeyObject } from 'node:crypto'
import { globalTenantId } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import { findSealsOf, sealOf } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'

/** First form of seals that cover the images of access. */
const formWithImages = 4

/** The events from which access was rebuilt, and their seals. */
interface Evidence {
  readonly events: number
  /** Events that wait for their seal. */
  readonly waiting: number
  /** Seals of earlier versions, which do not cover the images. */
  readonly uncovered: readonly number[]
  readonly intact: readonly number[]
  /** Faults, one line each. */
  readonly faults: readonly string[]
}

/**
 * Verifies the seals of the events from which the access of tenants at an instant is rebuilt.
 * @param key the deployment's signing key
 */
export async function verifyAccess(
  db: Kysely<Database>,
  key: KeyObject,
  { tenants, at }: { readonly tenants: readonly string[]; readonly at: string },
): Promise<Evidence> {
  const { rows } = await inTransaction(
    db,
    asSystem,
    (trx) =>
      sql<{ batch: number; events: number }>`
        select batch, count(*)::int as events from audit_event
        where access is not null and access_keys(access) && ${[...tenants, globalTenantId]}::text[]
          and (at <= ${at}::timestamptz or is_carried(audit_event))
        group by batch order by batch`.execute(trx),
    { readOnly: true, unlimited: true },
  )
  const seals = await findSealsOf(
    db,
    rows.map(({ batch }) => batch),
  )
  const isCovered = (batch: number) =>
    seals.some(({ fromBatch, toBatch }) => fromBatch <= batch && batch <= toBatch)
  const [intact, faults]: [number[], string[]] = [[], []]
  for (const { number, toBatch } of seals) {
    const { state } = await sealOf(db, key, toBatch)
    if (state === 'intact') intact.push(number)
    else if (state === 'unread')
      faults.push(`seal ${number}: some of its events are archived, so it was not verified`)
    else faults.push(`seal ${number}: not intact. Run audit:verify to see why`)
  }
  const sum = (list: typeof rows) => list.reduce((total, { events }) => total + events, 0)
  return {
    events: sum(rows),
    waiting: sum(rows.filter(({ batch }) => !isCovered(batch))),
    uncovered: seals.filter(({ form }) => form < formWithImages).map(({ number }) => number),
    intact,
    faults,
  }
}
