import { authorizationStyles, blinding, type ProductGrant, type rtsmStudies } from '@atrium/contract'
import { sql } from 'kysely'
import { inNameOrder } from '../../../platform/crud/index.ts'
import { columnsContain } from '../../../platform/database/search.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Work } from '../../../platform/http/work.ts'
import { studiesWithSites } from '../software/index.ts'
import { licenceColumns } from './lists.ts'

/** Returns whether the user must stay blinded, which is the case unless all their roles are known to be unblinded. */
const blindingOf = (grant: ProductGrant | null): number => {
  const roles = grant?.roles ?? []
  const unblinded = roles.length > 0 && roles.every(({ isBlind }) => isBlind === blinding.unblinded)
  return unblinded ? blinding.unblinded : blinding.blinded
}

const rtsm = (trx: Trx, userId: string, timeZone: string) =>
  studiesWithSites(trx, userId)
    .innerJoin('tenant', 'tenant.id', 'studyUrl.tenantId')
    .innerJoin('tenantUrl', (join) =>
      join
        .onRef('tenantUrl.tenantId', '=', 'studyUrl.tenantId')
        .onRef('tenantUrl.id', '=', 'studyUrl.tenantUrlId'),
    )
    .select(['studyUrl.softwareId', 'studyUrl.tenantId', 'tenant.tenantName'])
    .select(['tenantUrl.urlName', 'tenantUrl.url', 'tenantUrl.mobileUrl'])
    .select(licenceColumns(timeZone))
    .where('software.authorizationStyle', '=', authorizationStyles.rtsm)

const searched = ['study.studyName', 'study.studyCode', 'tenant.tenantName'] as const

/** Returns the studies that the caller may open in RTSM. */
export async function listRtsmStudies({ trx, input, caller, services }: Work<typeof rtsmStudies>) {
  const { tenantId, keyWord, limit } = input
  const rows = await rtsm(trx, caller.userId, services.profile.timeZone)
    .$if(tenantId !== '', (query) => query.where('studyUrl.tenantId', '=', tenantId))
    .where(columnsContain(searched, keyWord))
    .orderBy(inNameOrder(sql.ref('study.study_name')))
    .orderBy('studyUrl.id')
    .limit(limit)
    .execute()
  return rows.map(({ grant, ...row }) => ({ ...row, isBlind: blindingOf(grant) }))
}
