import { accessRequestList, codes, globalTenantId } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, inOrder, keysOfPage, orderOf } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { shownRequests, withColumns } from './present.ts'
import { isOfAnother, isRequestShownTo, stateOf } from './state.ts'

const columns = { requestTime: 'createdAt', expireTime: 'expiresAt' } as const
const order = orderOf('accessRequest', accessRequestList, columns, [], 'requestTime')

const searched = ['accessRequest.personName', 'accessRequest.studyName', 'accessRequest.studyCode'] as const

/** POST /accessRequest/list. */
export const listRoute = handle(accessRequestList, async (work) => {
  const { trx, input, caller, language } = work
  const { tenantId, state, keyWord } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, tenantId)
  const ofTenant = trx.selectFrom('accessRequest').where('accessRequest.tenantId', '=', tenantId)
  const rows = ofTenant
    .where(isRequestShownTo(caller))
    .where(({ or, exists, selectFrom }) =>
      or([
        columnsContain(searched, keyWord),
        exists(
          selectFrom('appUser')
            .select('appUser.id')
            .whereRef('appUser.id', '=', 'accessRequest.userId')
            .where(columnsContain(['appUser.fullNameEn'], keyWord)),
        ),
      ]),
    )
    .$if(state !== undefined, (query) => query.where(stateOf, '=', state ?? 'requested'))
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches: [], order: order(input) }, input)
  const onPage = ofTenant.where('accessRequest.id', '=', sql<string>`any(${ids})`)
  const page = await inOrder(withColumns(onPage, language), order(input)).execute()
  const others = await onPage.where(isOfAnother(caller)).select('accessRequest.id').execute()
  const decidable = new Set(others.map(({ id }) => id))
  return { list: await shownRequests(trx, page, ({ id }) => decidable.has(id)), ...counts }
})
