import { codes, globalTenantId, type studyInfo, studyList } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  inOrder,
  inTenants,
  inTenantsAsked,
  keysOfPage,
  orderOf,
  toWire,
} from '../../../platform/crud/index.ts'
import { studyNameText, studySearchText } from '../../../platform/database/search.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'

const names = ['planCode', 'studyCode', 'studyName', 'sponsor'] as const

const studyOrder = orderOf('study', studyList, {}, names)

/** Selects studies with all columns and the names of their tenants. */
const presented = (trx: Trx, reached: RawBuilder<SqlBool>) =>
  trx
    .selectFrom('study')
    .innerJoin('tenant', 'tenant.id', 'study.tenantId')
    .selectAll('study')
    .select('tenant.tenantName')
    .where(reached)

/** Returns one page of the matching studies that the caller may see, newest first by default. */
export async function listStudies(work: Work<typeof studyList>) {
  const { input, trx } = work
  // Lookups without a tenant send 0.
  const tenantId = input.tenantId === globalTenantId ? '' : input.tenantId
  const reached = await inTenantsAsked(work, 'study.tenantId', tenantId)
  const order = studyOrder(input)
  const searches = [
    { text: studySearchText, keyword: input.keyWord },
    { text: studyNameText, keyword: input.studyName },
  ]
  const rows = trx.selectFrom('study').where(reached)
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches, order }, input)
  const page = presented(trx, reached).where('study.id', '=', sql<string>`any(${ids})`)
  const found = await inOrder(page, order).execute()
  return { list: found.map(toWire), ...counts }
}

/** Returns one study. */
export async function findStudy({ input, trx, as }: Work<typeof studyInfo>) {
  const row = await presented(trx, inTenants(as, 'study.tenantId'))
    .where('study.id', '=', input.id)
    .executeTakeFirst()
  return row ? toWire(row) : reject(codes.notFound)
}
