import { type domainCombobox, domainList, type Language, type Option } from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import {
  checkReadable,
  inNameOrder,
  inOrder,
  inTenantsAsked,
  keysOfPage,
  nameIn,
  orderOf,
  toWire,
} from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { domainSearchText } from '../../../platform/database/search.ts'
import type { Work } from '../../../platform/http/work.ts'

const domainOrder = orderOf('tenantUrl', domainList, {}, ['urlName'])

/** Selects the domains that the caller may see, filtered by tenant and product. */
const domains = async (work: Work<typeof domainList>) => {
  const { tenantId, softwareId } = work.input
  return work.trx
    .selectFrom('tenantUrl')
    .where(await inTenantsAsked(work, 'tenantUrl.tenantId', tenantId))
    .$if(softwareId !== '', (query) => query.where('tenantUrl.softwareId', '=', softwareId))
}

/** Selects a domain with the names of its tenant and product; for the rows of one page only. */
const presented = (query: SelectQueryBuilder<Database, 'tenantUrl', object>, language: Language) =>
  query
    .innerJoin('tenant', 'tenant.id', 'tenantUrl.tenantId')
    .innerJoin('software', 'software.id', 'tenantUrl.softwareId')
    .selectAll('tenantUrl')
    .select([
      'tenant.tenantName',
      'software.signInStyle',
      nameIn(language, 'software.softwareName').as('softName'),
      sql<boolean>`tenant_url.api_url <> '' and software.app_key_encrypted is not null
        and tenant_url.initialised_at is null`.as('canInit'),
    ])

/** Returns one page of the domains whose name or URLs contain a keyword, newest first by default. */
export const listDomains = async (work: Work<typeof domainList>) => {
  const { input, trx, language } = work
  const order = domainOrder(input)
  const searches = [{ text: domainSearchText, keyword: input.keyWord }]
  const { list: ids, ...counts } = await keysOfPage(
    trx,
    { rows: await domains(work), searches, order },
    input,
  )
  const page = trx.selectFrom('tenantUrl').where('tenantUrl.id', '=', sql<string>`any(${ids})`)
  const rows = await inOrder(presented(page, language), order).execute()
  const list = rows.map((row) => ({
    ...toWire(row),
    initSoftware: row.initialisedAt?.toISOString() ?? '',
  }))
  return { list, ...counts }
}

/** Returns the domains of a tenant as options. */
export async function chooseDomains(work: Work<typeof domainCombobox>): Promise<Option[]> {
  const { tenantId, softwareId } = work.input
  await checkReadable(work, tenantId)
  return await work.trx
    .selectFrom('tenantUrl')
    .select(['id as code', 'urlName as desc'])
    .where('tenantId', '=', tenantId)
    .$if(softwareId !== '', (query) => query.where('softwareId', '=', softwareId))
    .orderBy(inNameOrder(sql.ref('urlName')))
    .orderBy('id')
    .execute()
}
