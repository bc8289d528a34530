import { type Call, codes } from '@atrium/contract'
import { type Compilable, sql } from 'kysely'
import type { AuditEntity } from '../audit/index.ts'
import { openCursor } from '../database/cursor.ts'
import { openSnapshot, type Snapshot } from '../database/snapshot.ts'
import type { Trx } from '../database/transaction.ts'
import { snapshotOnReplica } from '../http/on-replica.ts'
import { Rejection, reject } from '../http/rejection.ts'
import { handleDownload, type Route } from '../http/route.ts'
import type { Work } from '../http/work.ts'
import { type Column, zippedWorkbook } from './workbook.ts'

/**
 * Tries to take a lock until the transaction ends.
 * @returns whether it was free
 */
async function tryLock(trx: Trx, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`export/${name}`}, 0)) as taken`.execute(trx)
  return rows[0]?.taken ?? false
}

/**
 * Limits the number of running exports, until the transaction ends in any way.
 * @throws Rejection 20004 if an export of the user is running, or too many exports of other users
 */
async function limitExports(trx: Trx, userId: string, atOnce: number): Promise<void> {
  if (!(await tryLock(trx, `of ${userId}`))) reject(codes.limitReached, 'refusal.exportRunning')
  for (let place = 1; place <= atOnce; place += 1) {
    if (await tryLock(trx, `place ${place}`)) return
  }
  reject(codes.limitReached, 'refusal.exportsRunning')
}

/**
 * Returns the rejection if too many exports are running, since the primary would reject the export too. After any
 * other rejection by a replica, the export uses the primary.
 */
function limitOnly(error: unknown): { readonly limit: Rejection } | undefined {
  if (!(error instanceof Rejection)) throw error
  return error.code === codes.limitReached ? { limit: error } : undefined
}

/** A list that is exported. */
interface ExportedList<Row> {
  /** Name of the sheet. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
  /** Query for the rows. It is read through a cursor, so that only a few rows are in memory at a time. */
  readonly rows: Compilable<Row>
  /** The request's values for the audit trail. The count is added to them. */
  readonly asked: object
}

/** Sources of an export: the request, and a snapshot of the database that lasts until the last row is read. */
type ExportWork<C extends Call> = Omit<Work<C>, 'audit'>

interface ExportOptions<C extends Call, Row> {
  /** Beginning of the file name. */
  readonly fileName: string
  /** Entity of the exported rows in the audit trail. */
  readonly entity: AuditEntity
  readonly list: (work: ExportWork<C>) => Promise<ExportedList<Row>>
}

/** Returns the date of today as yyyy-MM-dd. */
const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format()

/** Builds the route of a call that returns a list as a zipped workbook. The zip is created while it is sent. */
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
      const fetchRows = await openCursor(snapshot.trx, rows)
      let left = count
      const next = async (limit: number) => {
        const found = left > 0 ? await fetchRows(Math.min(limit, left)) : []
        left -= found.length
        // Closed before the last bytes are sent, so that their recipient can begin the next export.
        if (left === 0) await snapshot.close()
        return found
      }
      const fileName = `${options.fileName}-${todayIn(services.profile.timeZone)}`
      const archive = await zippedWorkbook({ name, columns, rowCount: count, next }, `${fileName}.xlsx`)
      archive.content.once('close', () => void snapshot.close())
      return { ...archive, fileName: `${fileName}.zip`, mediaType: 'application/zip' }
    } catch (error) {
      await snapshot.close()
      throw error
    }
  })
