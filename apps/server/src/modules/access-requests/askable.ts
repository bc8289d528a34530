import { askableOptions, askableStudies, codes, defaultAccessRequestRules } from '@atrium/contract'
import { sql } from 'kysely'
import { inNameOrder, nameIn, pageOf } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle, handleOwn } from '../../platform/http/route.ts'
import { isActiveMember } from '../access/index.ts'
import { askRoles } from '../products/linked/index.ts'
import { spendCalling } from '../studies/calling.ts'
import { linkIn } from '../studies/study-invitations/index.ts'

/** SQL condition: the tenant's rules let the member ask for the study. */
const isOpenForRequests = sql<boolean>`(case coalesce((
    select rule.scope from access_request_rule rule where rule.tenant_id = tenant_user.tenant_id
  ), ${defaultAccessRequestRules.scope})
  when 'all' then true
  when 'own' then exists (
    select from study_user held
    join study_url other on other.tenant_id = held.tenant_id and other.id = held.study_url_id
    where held.tenant_id = tenant_user.tenant_id and held.tenant_user_id = tenant_user.id
      and other.study_id = study_url.study_id and in_period(held.access_from, held.access_until))
  else false end)`

/** Selects the studies in products for which a user may ask for access. */
export const askable = (trx: Trx, userId: string) =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('tenant', 'tenant.id', 'tenantUser.tenantId')
    .innerJoin('studyUrl', 'studyUrl.tenantId', 'tenantUser.tenantId')
    .innerJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'studyUrl.tenantId').onRef('study.id', '=', 'studyUrl.studyId'),
    )
    .innerJoin('tenantUrl', (join) =>
      join
        .onRef('tenantUrl.tenantId', '=', 'studyUrl.tenantId')
        .onRef('tenantUrl.id', '=', 'studyUrl.tenantUrlId'),
    )
    .innerJoin('software', 'software.id', 'studyUrl.softwareId')
    .where('tenantUser.userId', '=', userId)
    .where(isActiveMember())
    .where('tenantUrl.hasApi', '=', true)
    .where('software.authorizationStyle', 'is not', null)
    .where(isOpenForRequests)

/**
 * Returns the study and the caller's membership.
 * @throws Rejection 404 if the caller may not ask for it, as if it did not exist
 */
export const askedStudy = async (trx: Trx, userId: string, studyUrlId: string) =>
  (await askable(trx, userId)
    .select(['studyUrl.tenantId', 'studyUrl.softwareId', 'study.id as studyId'])
    .select(['study.studyName', 'study.studyCode', 'tenantUser.id as tenantUserId'])
    .where('studyUrl.id', '=', studyUrlId)
    .executeTakeFirst()) ?? reject(codes.notFound, 'accessRequest.refusal.closed')

const searched = ['study.studyName', 'study.studyCode'] as const

/** POST /accessRequest/study/list. Runs as the system, restricted to the caller. */
export const askableStudiesRoute = handle(
  askableStudies,
  ({ trx, input, caller, language }) =>
    pageOf(
      trx,
      askable(trx, caller.userId)
        .where(columnsContain(searched, input.keyWord))
        .$if(input.studyUrlId !== '', (query) => query.where('studyUrl.id', '=', input.studyUrlId)),
      input,
      (matching) =>
        matching
          .select(['studyUrl.id as studyUrlId', 'study.studyName', 'study.studyCode', 'tenant.tenantName'])
          .select(nameIn(language, 'software.softwareName').as('softName'))
          .select(sql<number>`software.authorization_style`.as('authorizationStyle'))
          .orderBy(inNameOrder(sql.ref('study.study_name')))
          .orderBy('study.id')
          .orderBy('software.sort')
          .orderBy('studyUrl.id'),
      (row) => row,
    ),
  { asSystem: true },
)

/** POST /accessRequest/study/options: asks the product each time, without an open transaction. */
export const askableOptionsRoute = handleOwn(askableOptions, async (work) => {
  const { input, caller, language, services, system } = work
  const link = await system(async (trx) => {
    const { tenantId } = await askedStudy(trx, caller.userId, input.studyUrlId)
    return linkIn({ trx }, tenantId, input.studyUrlId)
  })
  await spendCalling(work)
  return { roles: await askRoles(services, link, language), sites: [...link.scope.sites] }
})
