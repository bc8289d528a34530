import { codes, globalTenantId, productRefusalList } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, inOrder, keysOfPage, nameIn, orderOf } from '../../../platform/crud/index.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { holdsIn } from '../../access/index.ts'
import { isRejected } from '../../tenants/invitations/index.ts'
import { isShownTo } from '../blinding/index.ts'

type Listing = Work<typeof productRefusalList>

const order = orderOf(
  'productAuthorization',
  productRefusalList,
  { refuseTime: 'updatedAt' },
  [],
  'refuseTime',
)

/** Selects the undecided rejections of a tenant that the caller may see. */
const listed = ({ trx, input, caller }: Listing) =>
  trx
    .selectFrom('productAuthorization')
    .where('productAuthorization.tenantId', '=', input.tenantId)
    .where(isRejected)
    .where(isShownTo(caller, 'productAuthorization.studyUrlId'))

/** SQL condition: the caller may grant access in the tenant, and the rejection does not concern the caller. */
const mayDecide = ({ caller: { userId }, input: { tenantId } }: Listing) =>
  sql<boolean>`(${holdsIn({ userId: sql.val(userId), tenantId: sql.val(tenantId) }, 'authorization')}
    and tenant_user.user_id <> ${userId})`

/** Reads the rows of a page. Row-level security hides the names of grantors outside the caller's tenants. */
const presented = (work: Listing, ids: readonly string[]) =>
  inOrder(listed(work).where('productAuthorization.id', '=', sql<string>`any(${ids})`), order(work.input))
    .innerJoin('tenantUser', (join) =>
      join
        .onRef('tenantUser.tenantId', '=', 'productAuthorization.tenantId')
        .onRef('tenantUser.id', '=', 'productAuthorization.tenantUserId'),
    )
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'productAuthorization.tenantId')
        .onRef('studyUrl.id', '=', 'productAuthorization.studyUrlId'),
    )
    .innerJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'studyUrl.tenantId').onRef('study.id', '=', 'studyUrl.studyId'),
    )
    .innerJoin('software', 'software.id', 'studyUrl.softwareId')
    .leftJoin('appUser as grantor', 'grantor.id', 'productAuthorization.grantedBy')
    .select(['productAuthorization.id', 'appUser.email', 'study.studyName'])
    .select(['productAuthorization.message as reason', 'productAuthorization.updatedAt'])
    .select(nameIn(work.language, 'appUser.fullName').as('displayName'))
    .select(nameIn(work.language, 'software.softwareName').as('softName'))
    .select(sql<boolean>`product_authorization.accepted_grants is not null`.as('keepsEarlier'))
    .select(mayDecide(work).as('mayDecide'))
    .select((eb) => eb.fn.coalesce('grantor.fullName', sql<string>`''`).as('grantorName'))
    .execute()

/** POST /studyUser/pre/rejection/list. */
export const rejectionListRoute = handle(productRefusalList, async (work) => {
  const { trx, input } = work
  if (input.tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, input.tenantId)
  const rows = listed(work)
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches: [], order: order(input) }, input)
  const page = await presented(work, ids)
  const list = page.map(({ updatedAt, ...row }) => ({ ...row, refuseTime: updatedAt.toISOString() }))
  return { list, ...counts }
})
