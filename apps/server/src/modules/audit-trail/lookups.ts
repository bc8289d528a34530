import { auditPeople, auditStudies, type Option } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenantsAsked, keysOfPage, nameIn } from '../../platform/crud/index.ts'
import { columnsContain, userSearchText } from '../../platform/database/search.ts'
import { isPlatform } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { userOrder } from '../identity/users/index.ts'

type Lookup = Work<typeof auditPeople | typeof auditStudies>

/** Returns the ids of users whose name or contact contains the keyword. */
async function foundUsers({ trx, input }: Lookup): Promise<readonly string[]> {
  const rows = trx.selectFrom('appUser')
  const searches = [{ text: userSearchText, keyword: input.keyWord }]
  const { list } = await keysOfPage(
    trx,
    { rows, searches, order: userOrder({}) },
    { limit: input.limit, page: 1 },
  )
  return list
}

/** SQL condition on a member: authorized in a study that the role of the transaction reads. */
const isAuthorizedInStudy = sql<boolean>`exists (
  select from study_user join study_url on study_url.tenant_id = study_user.tenant_id
    and study_url.id = study_user.study_url_id
  where study_user.tenant_id = tenant_user.tenant_id and study_user.tenant_user_id = tenant_user.id)`

/** Returns the ids of members of the caller's tenants, or of one tenant, whose name contains the keyword. */
async function foundMembers(work: Lookup): Promise<readonly string[]> {
  const { trx, input } = work
  const rows = await trx
    .selectFrom('tenantUser')
    .select('tenantUser.userId')
    .distinct()
    .where(await inTenantsAsked(work, 'tenantUser.tenantId', input.tenantId))
    .where(columnsContain(['tenantUser.fullName', 'tenantUser.userNameKey'], input.keyWord))
    .$if(input.id !== '', (query) => query.where('tenantUser.userId', '=', input.id))
    .$if(work.caller.inspection !== undefined, (query) => query.where(isAuthorizedInStudy))
    .limit(input.limit)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** GET /audit/people. */
export const auditPeopleRoute = handle(auditPeople, async (work): Promise<Option[]> => {
  const { trx, input, as, language } = work
  const ofAll = isPlatform(as) && input.tenantId === ''
  const ids = !ofAll ? await foundMembers(work) : input.id !== '' ? [input.id] : await foundUsers(work)
  return await trx
    .selectFrom('appUser')
    .select('appUser.id as code')
    .select(
      sql<string>`concat(${nameIn(language, 'appUser.fullName')}, ' (', app_user.user_name, ')')`.as('desc'),
    )
    .where('appUser.id', '=', sql<string>`any(${[...ids]})`)
    .orderBy('desc')
    .execute()
})

/** GET /audit/studies. */
export const auditStudiesRoute = handle(auditStudies, async (work): Promise<Option[]> => {
  const { trx, input } = work
  return await trx
    .selectFrom('study')
    .select([
      'study.id as code',
      sql<string>`concat(study.study_name, ' (', study.study_code, ')')`.as('desc'),
    ])
    .where(await inTenantsAsked(work, 'study.tenantId', input.tenantId))
    .where(columnsContain(['study.studyName', 'study.studyCode'], input.keyWord))
    .$if(input.id !== '', (query) => query.where('study.id', '=', input.id))
    .orderBy('study.studyName')
    .limit(input.limit)
    .execute()
})
