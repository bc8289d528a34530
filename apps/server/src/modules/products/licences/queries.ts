import { codes, type licenceInfo, licenceList } from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import {
  inOrder,
  inTenants,
  inTenantsAsked,
  keysOfPage,
  nameIn,
  orderOf,
  toWire,
} from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { stateOf } from './state.ts'
import { usedStudies, usedUsers } from './usage.ts'

const licenceOrder = orderOf('tenantSoftware', licenceList, {}, [])

type ListWork = Work<typeof licenceList>

/**
 * Selects a licence with the names of its tenant and product, its current state and its usage. These are subqueries,
 * so use it for one page only.
 */
const presented = (
  query: SelectQueryBuilder<Database, 'tenantSoftware', object>,
  { language, services }: Pick<ListWork, 'language' | 'services'>,
) =>
  query
    .innerJoin('tenant', 'tenant.id', 'tenantSoftware.tenantId')
    .innerJoin('software', 'software.id', 'tenantSoftware.softwareId')
    .selectAll('tenantSoftware')
    .select(['tenant.tenantName', nameIn(language, 'software.softwareName').as('softwareName')])
    .select([usedStudies.as('nowStudyNum'), usedUsers.as('nowUserNum')])
    .select(stateOf(services.profile.timeZone).as('state'))

/** Selects the licences that the caller may see, filtered by tenant and product. */
const licences = async (work: ListWork) => {
  const { tenantId, softwareId } = work.input
  return work.trx
    .selectFrom('tenantSoftware')
    .where(await inTenantsAsked(work, 'tenantSoftware.tenantId', tenantId))
    .$if(softwareId !== '', (query) => query.where('tenantSoftware.softwareId', '=', softwareId))
}

/** Returns one page of the licences that the caller may see, newest first by default. */
export const listLicences = async (work: ListWork) => {
  const { input, trx } = work
  const order = licenceOrder(input)
  const { list: ids, ...counts } = await keysOfPage(
    trx,
    { rows: await licences(work), searches: [], order },
    input,
  )
  const page = trx.selectFrom('tenantSoftware').where('tenantSoftware.id', '=', sql<string>`any(${ids})`)
  const rows = await inOrder(presented(page, work), order).execute()
  return { list: rows.map(toWire), ...counts }
}

/** Returns one licence. */
export async function findLicence(work: Work<typeof licenceInfo>) {
  const found = work.trx
    .selectFrom('tenantSoftware')
    .where('tenantSoftware.id', '=', work.input.id)
    .where(inTenants(work.as, 'tenantSoftware.tenantId'))
  const row = await presented(found, work).executeTakeFirst()
  return row ? toWire(row) : reject(codes.notFound)
}
