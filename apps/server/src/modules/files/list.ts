import {
  type FileFigures,
  fileList,
  globalTenantId,
  type Language,
  type ListedFile,
  sizeInWords,
} from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { inOrder, inPeriod, inTenants, keysOfPage, nameIn, orderOf } from '../../platform/crud/index.ts'
import type { Database, Trx } from '../../platform/database/index.ts'
import { fileSearchText } from '../../platform/database/search.ts'
import { handle } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'

const fileOrder = orderOf('file', fileList, {}, ['fileName'])

const listedFiles = ({ trx, as, input, services }: Work<typeof fileList>) =>
  trx
    .selectFrom('file')
    .where(inTenants(as, 'file.tenantId'))
    .$if(input.softId !== '', (files) => files.where('file.softwareId', '=', input.softId))
    .where(inPeriod('file.createdAt', input, services.profile.timeZone))

/**
 * Selects a file's columns with the names of its product and tenant in the given language. The names are subqueries,
 * so use it for one page only.
 */
const presentedFiles = (query: SelectQueryBuilder<Database, 'file', object>, language: Language) =>
  query
    .select(['file.id', 'file.id as nodeId', 'file.fileName', 'file.size', 'file.sha256', 'file.createdAt'])
    .select((from) => [
      'file.softwareId as softId',
      from
        .selectFrom('software')
        .select(nameIn(language, 'software.softwareName').as('name'))
        .whereRef('software.id', '=', 'file.softwareId')
        .as('softName'),
      from
        .selectFrom('tenant')
        .select('tenant.tenantName')
        .whereRef('tenant.id', '=', 'file.tenantId')
        .where('tenant.id', '<>', globalTenantId)
        .as('tenantName'),
    ])

type PresentedFile = Awaited<ReturnType<ReturnType<typeof presentedFiles>['executeTakeFirstOrThrow']>>

const toListedFile = ({ createdAt, ...file }: PresentedFile, language: Language): ListedFile => ({
  ...file,
  fileSizeStr: sizeInWords(file.size, language),
  softName: file.softName ?? '',
  tenantName: file.tenantName ?? '',
  createTime: createdAt.toISOString(),
})

/** POST /file/list: one page of the files, newest first by default. */
export const fileListRoute = handle(fileList, async (work) => {
  const { input, trx, language } = work
  const rows = listedFiles(work)
  const searches = [{ text: fileSearchText, keyword: input.fileName }]
  const order = fileOrder(input)
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches, order }, input)
  const page = trx.selectFrom('file').where('file.id', '=', sql<string>`any(${ids})`)
  const files = await presentedFiles(inOrder(page, order), language).execute()
  return { list: files.map((file) => toListedFile(file, language)), ...counts }
})

/** Maximum number of files that are counted exactly. Beyond this number, PostgreSQL's estimate is used. */
const maxCounted = 1_000_000

/** Number of files sampled for the mean size when the count is estimated. */
const sampled = 10_000

/**
 * Returns the number of stored files and their total size in bytes. Both are exact up to `max` files and estimated
 * beyond.
 */
export async function fileFigures(trx: Trx, max = maxCounted): Promise<FileFigures> {
  const { rows } = await sql<{ known: number }>`
    select reltuples::float8 as known from pg_class where oid = 'file'::regclass`.execute(trx)
  const known = rows[0]?.known ?? -1
  if (known > max) {
    const percent = Math.min(100, (100 * sampled) / known)
    const sizes = await sql<{ mean: number | null }>`
      select avg(size)::float8 as mean from file tablesample system (${sql.lit(percent)})`.execute(trx)
    return { count: known, bytes: Math.round(known * (sizes.rows[0]?.mean ?? 0)), isEstimate: true }
  }
  const counted = await trx
    .selectFrom('file')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { ...counted, isEstimate: false }
}
