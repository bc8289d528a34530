import { type Call, codes } from '@atrium/contract'
import { type Compilable, sql } from 'kysely'
import type { AuditEntity } from '../audit/index.ts'
import { openCursor } from '../database/cursor.ts'
import { openSnapshot, type Snapshot } from '../database/snapshot.ts'
import type { Trx } from '../database/transaction.ts'
import type { Download } from '../http/download.ts'
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

/** Sources of an export: the request, and a snapshot of the database that lasts until the last row is read. */
export type ExportWork<C extends Call> = Omit<Work<C>, 'audit'>

/** An export that is ready to begin. */
interface PreparedExport {
  readonly count: number
  /** The request's values for the audit trail. The count is added to them. */
  readonly asked: object
  /** Owner of the audit event; the platform by default. */
  readonly tenantId?: string
  /**
   * Begins to create the file.
   * @param name name of the file without its extension
   * @param finish closes the snapshot; called after the last row is read, before the last bytes are sent, so that their
   * recipient can begin the next export
   */
  readonly begin: (name: string, finish: () => Promise<void>) => Promise<Download>
}

interface FileExportOptions<C extends Call> {
  /** Beginning of the file name. */
  readonly fileName: string
  /** Entity of the exported rows in the audit trail. */
  readonly entity: AuditEntity
  readonly prepare: (work: ExportWork<C>) => Promise<PreparedExport>
}

/** Returns the date of today as yyyy-MM-dd. */
export const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format()

/** Builds the route of a call that exports rows of a snapshot as a file, which is created while it is sent. */
export const handleFileExport = <C extends Call>(call: C, options: FileExportOptions<C>): Route =>
  handleDownload(call, async ({ system, ...request }) => {
    const { caller, as, services } = request
    const prepare = async (snapshot: Snapshot) => {
      const { trx } = snapshot
      try {
        await limitExports(trx, caller.userId, services.profile.limits.exports.atOnce)
        return { snapshot, ...(await options.prepare({ ...request, trx })) }
      } catch (error) {
        await snapshot.close()
        throw error
      }
    }
    const prepared = await snapshotOnReplica(request, as, (old) => prepare(old).catch(limitOnly))
    if (prepared && 'limit' in prepared) throw prepared.limit
    const { snapshot, count, asked, tenantId, begin } =
      prepared ?? (await prepare(await openSnapshot(services.db, as)))
    try {
      await system(async (_trx, audit) =>
        audit({ entity: options.entity, entityId: 'export', tenantId, after: { ...asked, count } }),
      )
      const file = await begin(`${options.fileName}-${todayIn(services.profile.timeZone)}`, snapshot.close)
      file.content.once('close', () => void snapshot.close())
      return file
    } catch (error) {
      await snapshot.close()
      throw error
    }
  })

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

interface ExportOptions<C extends Call, Row> extends Omit<FileExportOptions<C>, 'prepare'> {
  readonly list: (work: ExportWork<C>) => Promise<ExportedList<Row>>
}

/** Builds the route of a call that returns a list as a zipped workbook. */
export const handleExport = <C extends Call, Row>(
  call: C,
  { list, ...options }: ExportOptions<C, Row>,
): Route =>
  handleFileExport(call, {
    ...options,
    prepare: async (work) => {
      const { name, columns, count, rows, asked } = await list(work)
      return {
        count,
        asked,
        begin: async (fileName, finish) => {
          const fetchRows = await openCursor(work.trx, rows)
          let left = count
          const next = async (limit: number) => {
            const found = left > 0 ? await fetchRows(Math.min(limit, left)) : []
            left -= found.length
            if (left === 0) await finish()
            return found
          }
          const archive = await zippedWorkbook({ name, columns, rowCount: count, next }, `${fileName}.xlsx`)
          return { ...archive, fileName: `${fileName}.zip`, mediaType: 'application/zip' }
        },
      }
    },
  })
