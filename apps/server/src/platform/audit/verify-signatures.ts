import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import {
  isBound,
  isStored,
  type SignedRecord,
  type StoredSignature,
  signedEvent,
  storedColumns,
} from './signature.ts'

/** Number of signatures read at once. */
const chunk = 1_000

interface Found extends StoredSignature {
  readonly tenantId: string
  readonly event: (SignedRecord & { readonly id: string }) | null
  /** Whether the events of that month are in an archive. */
  readonly archived: boolean
}

/** Reads signatures with their events, by tenant and id. */
const readSignatures = (trx: Trx, after: Pick<Found, 'tenantId' | 'id'>) =>
  trx
    .selectFrom('signature')
    .leftJoin('auditEvent as e', (join) =>
      join.onRef('e.tenantId', '=', 'signature.tenantId').onRef('e.id', '=', 'signature.eventId'),
    )
    .select(storedColumns.map((column) => `signature.${column}` as const))
    .select('signature.tenantId')
    .select(
      sql<
        Found['event']
      >`case when e.id is not null then jsonb_build_object('id', e.id, 'tenantId', e.tenant_id,
        'call', e.call, 'entity', e.entity, 'entityId', e.entity_id, 'actorId', e.actor_id, 'before', e.before,
        'after', e.after, 'reason', e.reason) end`.as('event'),
    )
    .select(
      sql<boolean>`e.id is null and exists (select from audit_archive a
        where a.name = to_char(month_of_id(signature.event_id), '"audit_event_"YYYY_MM'))`.as('archived'),
    )
    .where(sql<boolean>`(signature.tenant_id, signature.id) > (${after.tenantId}, ${after.id})`)
    .orderBy('signature.tenantId')
    .orderBy('signature.id')
    .limit(chunk)
    .execute()

function faultOf({ event, archived, ...stored }: Found, key: KeyObject): string | undefined {
  // The seals of archived events cover their signatures.
  if (archived) return undefined
  const name = `signature ${stored.id} of ${JSON.stringify(stored.userName)}`
  if (!event) return `${name}: its event was removed`
  const signed = signedEvent(event)
  if (!signed) return `${name}: its event is no longer signed`
  if (!isStored(signed, stored)) return `${name}: it differs from the signature in event ${event.id}`
  return isBound(signed, key) ? undefined : `${name}: it does not belong to what event ${event.id} records`
}

/**
 * Verifies every electronic signature: that its event still records what was signed, and that no signature was changed,
 * removed or added. Signatures of archived events are not read.
 * @returns the faults, one line each
 */
export async function signatureFaults(trx: Trx, key: KeyObject): Promise<string[]> {
  const faults: string[] = []
  let last = { tenantId: '', id: '' }
  for (;;) {
    const rows = await readSignatures(trx, last)
    faults.push(...rows.flatMap((row) => faultOf(row, key) ?? []))
    const end = rows.at(-1)
    if (rows.length < chunk || !end) break
    last = end
  }
  const { rows: unmatched } = await sql<{ id: string }>`
    select e.id from audit_event e where e.after ? 'signature' and not exists (
      select from signature s where s.tenant_id = e.tenant_id and s.event_id = e.id) order by e.sequence`.execute(
    trx,
  )
  return [
    ...faults,
    ...unmatched.map(({ id }) => `the signature of event ${id} was removed from the signatures`),
  ]
}
