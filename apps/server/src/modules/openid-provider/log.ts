import { codes, domainSignIns, domainSignOutRepeat, type ProductSignIn } from '@atrium/contract'
import { sql } from 'kysely'
import { inOrder, inTenants, type Job, keysOfPage, nameIn, orderOf } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle, handleOwn, type Route } from '../../platform/http/route.ts'
import type { OwnWork, Work } from '../../platform/http/work.ts'
import { requeueFailed } from './sign-outs/index.ts'

const orderOfSignIns = orderOf('productSignIn', domainSignIns, { signInTime: 'createdAt' }, [], 'signInTime')

/** Returns a domain that the caller may see. @throws Rejection 404 if it does not exist */
async function domainOf({ trx, as }: Pick<Job<unknown>, 'trx' | 'as'>, tenantUrlId: string) {
  const found = await trx
    .selectFrom('tenantUrl')
    .select(['tenantId', 'id as tenantUrlId', 'softwareId'])
    .where('id', '=', tenantUrlId)
    .where(inTenants(as, 'tenantUrl.tenantId'))
    .executeTakeFirst()
  return found ?? reject(codes.notFound)
}

/** Handles POST /tenantUrl/signIn/list. */
async function listSignIns(work: Work<typeof domainSignIns>) {
  const { trx, input, language, t } = work
  const { tenantUrlId, state, keyWord } = input
  const { tenantId } = await domainOf(work, tenantUrlId)
  const ofDomain = trx
    .selectFrom('productSignIn')
    .where('productSignIn.tenantId', '=', tenantId)
    .where('productSignIn.tenantUrlId', '=', tenantUrlId)
  const rows = ofDomain
    .$if(state !== undefined, (query) => query.where('productSignIn.state', '=', state ?? 'open'))
    .$if(keyWord !== '', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('appUser')
            .select('appUser.id')
            .whereRef('appUser.id', '=', 'productSignIn.userId')
            .where(columnsContain(['appUser.userName', 'appUser.fullName', 'appUser.fullNameEn'], keyWord)),
        ),
      ),
    )
  const order = orderOfSignIns(input)
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches: [], order }, input)
  const page = await inOrder(ofDomain.where('productSignIn.id', '=', sql<string>`any(${ids})`), order)
    .innerJoin('appUser', 'appUser.id', 'productSignIn.userId')
    .selectAll('productSignIn')
    .select('appUser.userName')
    .select(nameIn(language, 'appUser.fullName').as('displayName'))
    .execute()
  const list = page.map(
    (row): ProductSignIn => ({
      id: row.id,
      userId: row.userId,
      userName: row.userName,
      displayName: row.displayName,
      signInTime: row.createdAt.toISOString(),
      endTime: row.endedAt?.toISOString() ?? '',
      endReason: row.endedReason ?? '',
      state: row.state,
      attempts: row.attempts,
      failure: row.failure ? t(row.failure.key, row.failure.params) : '',
      notifiedTime: row.notifiedAt?.toISOString() ?? '',
    }),
  )
  return { list, ...counts }
}

/** Handles POST /tenantUrl/signIn/notifyAgain. The worker for sign-outs calls the product within a second. */
async function repeatSignOuts(work: OwnWork<typeof domainSignOutRepeat>): Promise<number> {
  const { input, asCaller, system } = work
  const domain = await asCaller((trx) => domainOf({ ...work, trx }, input.tenantUrlId))
  return system(async (trx, audit) => {
    const requeued = await requeueFailed(trx, domain, input.ids)
    if (requeued.length === 0) reject(codes.conflict, 'domain.refusal.notFailed')
    const { tenantId, tenantUrlId, softwareId } = domain
    const before = requeued.map((row) => ({ ...row, softwareId, tenantUrlId }))
    audit({
      entity: 'product_sign_in',
      entityId: requeued.map(({ id }) => id).join(),
      tenantId,
      before: { list: before },
      after: { list: before.map((row) => ({ ...row, state: 'waiting', attempts: 0 })) },
    })
    return requeued.length
  })
}

/** Routes of the sign-ins to a tenant's domain and of the notices of their ends. */
export const productSignInRoutes: readonly Route[] = [
  handle(domainSignIns, listSignIns),
  handleOwn(domainSignOutRepeat, repeatSignOuts),
]
