import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { AuditSealTable } from '../database/tables/audit.ts'
import type { Trx } from '../database/transaction.ts'
import { type BatchRange, columns, countEvents, type EventColumns, lineText } from './canonical.ts'

/*
 * Seals of the first form. The version that wrote them read some events at a time, sorted by the text of their
 * numbers ('1000' comes before '999') but went on after the last one's number: of batches with more events it could
 * leave some out, and read others twice. What it read is still checked; whatever it may have left out is named.
 */

/** Events that it read at once. */
const chunk = 1_000

interface Read {
  /** Lines read, some perhaps twice. */
  readonly lines: number
  /** Events among them. */
  readonly events: number
  readonly hash: string
}

/** Reads the events as that version did. */
async function readAsEarlier(trx: Trx, batches: BatchRange, previousHash: string): Promise<Read> {
  const hash = createHash('sha256').update(`${previousHash}\n`)
  const read = new Set<number>()
  let lines = 0
  for (let after = '0'; ; ) {
    const { rows } = await sql<EventColumns>`
      select ${columns} from audit_event
      where batch between ${batches.fromBatch} and ${batches.toBatch} and sequence > ${after}::bigint
      order by audit_event.sequence::text collate "C" limit ${chunk}`.execute(trx)
    for (const line of rows) {
      hash.update(lineText(line))
      read.add(Number(line.sequence))
    }
    lines += rows.length
    after = rows.at(-1)?.sequence ?? after
    if (rows.length < chunk) return { lines, events: read.size, hash: hash.digest('hex') }
  }
}

/** What is wrong with the events behind a seal, and why one of the first form may not be trusted for all of them. */
export interface Finding {
  readonly fault?: string
  readonly untrusted?: string
}

/**
 * Checks the events behind a seal of the first form. One of fewer than 1,000 events was read at once, so that it
 * covers them all and is accepted where they are unchanged. A larger one never is: what it left out could have been
 * removed since without a trace.
 */
export async function checkEarlier(
  trx: Trx,
  seal: Selectable<AuditSealTable>,
  where: string,
): Promise<Finding> {
  const read = await readAsEarlier(trx, seal, seal.previousHash)
  if (read.lines < seal.events) return { fault: `${where}: ${seal.events - read.lines} events were removed` }
  if (read.lines > seal.events) return { fault: `${where}: ${read.lines - seal.events} events were added` }
  if (read.hash !== seal.hash) return { fault: `${where}: an event was changed` }
  const [{ events } = { events: 0 }] = await countEvents(trx, [seal])
  const missed = events - read.events
  if (missed > 0) {
    const untrusted = `does not cover ${missed} of the ${events} events there: not trusted`
    return { untrusted: `${where} was written by an earlier version and ${untrusted}` }
  }
  if (read.lines < chunk) return {}
  const untrusted = `which could leave events out of a batch of ${chunk} or more: not trusted`
  return { untrusted: `${where} was written by an earlier version, ${untrusted}` }
}
