import type { domainCombobox, Option } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, inNameOrder } from '../../crud/index.ts'
import type { Work } from '../../http/work.ts'

/** Answers the domains of a tenant to choose from. */
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
