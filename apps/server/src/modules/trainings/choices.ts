import { codes, globalTenantId, lookupLimit, trainingChoices } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, inNameOrder, nameIn } from '../../platform/crud/index.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { isUsableMember } from '../access/index.ts'

/** POST /training/choices. */
export const choicesRoute = handle(trainingChoices, async (work) => {
  const { trx, input, language } = work
  const { tenantId } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, tenantId)
  const studies = await trx
    .selectFrom('studyUrl')
    .innerJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'studyUrl.tenantId').onRef('study.id', '=', 'studyUrl.studyId'),
    )
    .innerJoin('software', 'software.id', 'studyUrl.softwareId')
    .select('studyUrl.id as code')
    .select(
      sql<string>`concat_ws(' ', study.study_code, study.study_name, '·',
        ${nameIn(language, 'software.softwareName')})`.as('desc'),
    )
    .where('studyUrl.tenantId', '=', tenantId)
    .orderBy(inNameOrder(sql.ref('study.study_name')))
    .orderBy('studyUrl.id')
    .limit(lookupLimit)
    .execute()
  const trainings = await trx
    .selectFrom('training')
    .select(['id as code', 'name as desc'])
    .where('tenantId', '=', tenantId)
    .orderBy(inNameOrder(sql.ref('training.name')))
    .orderBy('id')
    .limit(lookupLimit)
    .execute()
  const people = await trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select('tenantUser.id as code')
    .select(
      sql<string>`${nameIn(language, 'appUser.fullName')} || ' (' || app_user.user_name || ')'`.as('desc'),
    )
    .where('tenantUser.tenantId', '=', tenantId)
    .where(isUsableMember())
    .orderBy('desc')
    .orderBy('tenantUser.id')
    .limit(lookupLimit)
    .execute()
  return { studies, trainings, people }
})
