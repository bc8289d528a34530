import { type Call, codes } from '@atrium/contract'
import { sql } from 'kysely'
import type { AuditEntity } from '../audit/index.ts'
import { openSnapshot, type Snapshot } from '../database/snapshot.ts'
import type { Trx } from '../database/transaction.ts'
import { snapshotOnReplica } from '../http/on-replica.ts'
import { Rejection, reject } from '../http/rejection.ts'
import { handleDownload, type Route } from '../http/route.ts'
import type { Work } from '../http/work.ts'
import { type Column, zippedWorkbook } from './workbook.ts'

/** How many rows the database sends at a time. */
const chunkSize = 100

/** Takes a lock until the transaction ends. @returns whether it was free */
async function tryLock(trx: Trx, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`export/${name}`}, 0)) as taken`.execute(trx)
  return rows[0]?.taken ?? false
}

/**
 * Limits how many exports run, until the transaction ends, however that comes about.
 * @throws Rejection 20004 if the user has an export under way, or too many others have
 */
async function limitExports(trx: Trx, userId: string, atOnce: number): Promise<void> {
  if (!(await tryLock(trx, `of ${userId}`))) reject(codes.limitReached, 'refusal.exportRunning')
  for (let place = 1; place <= atOnce; place += 1) {
    if (await tryLock(trx, `place ${place}`)) return
  }
  reject(codes.limitReached, 'refusal.exportsRunning')
}

/** If a replica rejects, the primary is asked. Too many exports are rejected there too. */
function limitOnly(error: unknown): { readonly limit: Rejection } | undefined {
  if (!(error instanceof Rejection)) throw error
  return error.code === codes.limitReached ? { limit: error } : undefined
}

/** A list that is exported. */
interface ExportedList<Row> {
  /** The name of the sheet. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
  /** The query of its rows, which is read through a cursor, so that few of them are here at a time. */
  readonly rows: { stream(chunkSize: number): AsyncIterableIterator<Row> }
  /** The request's values for the audit trail; the count is added. */
  readonly asked: object
}

/** Sources of an export: the request, and a snapshot of the database that lasts until the last row is read. */
type ExportWork<C extends Call> = Omit<Work<C>, 'audit'>

interface ExportOptions<C extends Call, Row> {
  /** Begins the name of the file. */
  readonly fileName: string
  /** The kind of thing that is exported, as the audit trail calls it. */
  readonly entity: AuditEntity
  readonly list: (work: ExportWork<C>) => Promise<ExportedList<Row>>
}

/** Today, as yyyy-MM-dd. */
const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format()

async function takeRows<Row>(rows: AsyncIterator<Row>, limit: number): Promise<Row[]> {
  const found: Row[] = []
  while (found.length < limit) {
    const { value, done } = await rows.next()
    if (done) break
    found.push(value)
  }
  return found
}

/** Makes the route of a call that returns a list as a workbook, in a zip that is made while it is sent. */
export const handleExport = <C extends Call, Row>(call: C, options: ExportOptions<C, Row>): Route =>
  handleDownload(call, async ({ system, ...request }) => {
    const { caller, as, services } = request
    const begin = async (snapshot: Snapshot) => {
      const { trx } = snapshot
      try {
        await limitExports(trx, caller.userId, services.profile.limits.exports.atOnce)
        return { snapshot, ...(await options.list({ ...request, trx })) }
      } catch (error) {
        await snapshot.close()
        throw error
      }
    }
    const begun = await snapshotOnReplica(request, as, (old) => begin(old).catch(limitOnly))
    if (begun && 'limit' in begun) throw begun.limit
    const { snapshot, name, columns, count, rows, asked } =
      begun ?? (await begin(await openSnapshot(services.db, as)))
    try {
      await system(async (_trx, audit) =>
        audit({ entity: options.entity, entityId: 'export', after: { ...asked, count } }),
      )
      const reader = rows.stream(chunkSize)
      const close = async () => {
        await reader.return?.()
        await snapshot.close()
      }
      let left = count
      const next = async (limit: number) => {
        const found = left > 0 ? await takeRows(reader, limit) : []
        left -= found.length
        // Before the last bytes are sent, so that their recipient can begin the next export.
        if (left === 0) await close()
        return found
      }
      const fileName = `${options.fileName}-${todayIn(services.profile.timeZone)}`
      const archive = await zippedWorkbook({ name, columns, rowCount: count, next }, `${fileName}.xlsx`)
      archive.content.once('close', () => void close())
      return { ...archive, fileName: `${fileName}.zip`, mediaType: 'application/zip' }
    } catch (error) {
      await snapshot.close()
      throw error
    }
  })
