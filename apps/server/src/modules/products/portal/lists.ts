import {
  type Language,
  licenceStates,
  softwareCodes,
  type softwareTenants,
  type userSoftware,
} from '@atrium/contract'
import { type InferResult, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { inNameOrder, nameIn } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Work } from '../../../platform/http/work.ts'
import { stateOf } from '../licences/index.ts'
import { productAccessOf, studiesOf } from '../software/index.ts'

/** Columns of a licence that its users see. */
export const licenceColumns = (timeZone: string) =>
  [
    stateOf(timeZone).as('licenceState'),
    sql<string>`coalesce(tenant_software.start_time::text, '')`.as('licenceStart'),
    sql<string>`coalesce(tenant_software.end_time::text, '')`.as('licenceEnd'),
  ] as const

/** Selects the products that a user has: one row per product and tenant. */
const products = (trx: Trx, userId: string, language: Language, timeZone: string) =>
  productAccessOf(trx, userId)
    .select([
      'software.id',
      nameIn(language, 'software.softwareName').as('displayName'),
      'software.webCode',
      'software.describe',
      sql<number>`coalesce(software.authorization_style, 0)`.as('authorizationStyle'),
      'tenantUser.tenantId',
      ...licenceColumns(timeZone),
    ])
    .where('software.webCode', '<>', softwareCodes.account)
    .orderBy('software.sort')
    .orderBy('software.id')

type ProductAccess = InferResult<ReturnType<typeof products>>[number]

/** Sorts licences by their current state, most permissive first, then by end date, latest first. */
const byLicence = (a: ProductAccess, b: ProductAccess): number =>
  licenceStates.indexOf(a.licenceState) - licenceStates.indexOf(b.licenceState) ||
  (b.licenceEnd || '9').localeCompare(a.licenceEnd || '9')

/** Returns the products that the caller has. */
export async function listUserSoftware({ trx, caller, language, services }: Work<typeof userSoftware>) {
  const rows = await products(trx, caller.userId, language, services.profile.timeZone).execute()
  const studies = await studiesOf(trx, caller.userId)
    .select(['software.id', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('software.id')
    .execute()
  const studyCounts = new Map(studies.map(({ id, count }) => [id, count]))
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofProduct]) => {
    const [best] = ofProduct.toSorted(byLicence) as [ProductAccess]
    return {
      ...best,
      tenantCount: ofProduct.length,
      studyCount: studyCounts.get(id) ?? 0,
      tenantId: ofProduct.length === 1 ? best.tenantId : '',
    }
  })
}

/** Returns the tenants in which the caller has a product; empty if there are none. */
export async function listSoftwareTenants({ trx, input, caller, services }: Work<typeof softwareTenants>) {
  const { softwareId } = input
  const studies = studiesOf(trx, caller.userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('studyUrl.softwareId', '=', softwareId)
    .where('studyUrl.tenantId', '=', sql.ref<string>('tenant.id'))
  const rows = await productAccessOf(trx, caller.userId)
    .innerJoin('tenant', 'tenant.id', 'tenantUser.tenantId')
    .select(['tenant.id as tenantId', 'tenant.tenantName', 'tenant.tenantCode'])
    .select(licenceColumns(services.profile.timeZone))
    .select((eb) => [
      sql<number>`${studies}`.as('studyCount'),
      jsonArrayFrom(
        eb
          .selectFrom('tenantUrl')
          // JSON results have SQL column names, so this selects names that are the same in both.
          .select(['tenantUrl.urlName as name', 'tenantUrl.url', 'tenantUrl.mobileUrl as mobile'])
          .whereRef('tenantUrl.tenantId', '=', 'tenant.id')
          .where('tenantUrl.softwareId', '=', softwareId)
          .orderBy(inNameOrder(sql.ref('tenant_url.url_name')))
          .orderBy('tenantUrl.id'),
      ).as('addresses'),
    ])
    .where('software.id', '=', softwareId)
    .orderBy(inNameOrder(sql.ref('tenant.tenant_name')))
    .orderBy('tenant.id')
    .execute()
  return rows.map(({ addresses, ...row }) => ({
    ...row,
    addresses: addresses.map(({ name, url, mobile }) => ({ urlName: name, url, mobileUrl: mobile })),
  }))
}
