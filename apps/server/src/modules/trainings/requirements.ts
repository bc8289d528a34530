import {
  trainingNoticeDays,
  trainingRequirementDelete,
  trainingRequirementList,
  trainingRequirementSave,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import {
  checkReadable,
  checkWritable,
  deleting,
  entity,
  inNameOrder,
  nameIn,
  pageOf,
  saving,
} from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { fieldIssue } from '../../platform/http/rejection.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import { daysIn } from '../access/index.ts'
import { isInForce } from '../products/software/index.ts'
import { dayAfter } from './days.ts'

interface Fields {
  readonly tenantId: string
  readonly studyUrlId: string
  readonly trainingId: string
  readonly roleId: string
}

/** Returns issues with a study or a training that the tenant does not have. */
async function referenceIssues(trx: Trx, { tenantId, studyUrlId, trainingId }: Fields) {
  const isThere = async (table: 'studyUrl' | 'training', id: string) =>
    (await trx
      .selectFrom(table)
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  return [
    ...((await isThere('studyUrl', studyUrlId)) ? [] : [fieldIssue('studyUrlId' as const, 'rule.reference')]),
    ...((await isThere('training', trainingId)) ? [] : [fieldIssue('trainingId' as const, 'rule.reference')]),
  ]
}

/** SQL for the people whose present access a requirement stops: they lack the training and nobody overrides it. */
const stoppedBy = ({ tenantId, studyUrlId, trainingId, roleId }: Fields): RawBuilder<number> => sql<number>`(
  select count(distinct study_user.tenant_user_id)::int
  from study_user
  left join product_authorization a on a.tenant_id = study_user.tenant_id
    and a.study_url_id = study_user.study_url_id and a.tenant_user_id = study_user.tenant_user_id
  where study_user.tenant_id = ${tenantId} and study_user.study_url_id = ${studyUrlId}
    and study_user.tenant_user_id is not null and ${isInForce} and grants_role(applied_grants(a), ${roleId})
    and not has_training(study_user.tenant_id, ${trainingId}, study_user.tenant_user_id)
    and not is_overridden(study_user.tenant_id, study_user.study_url_id, study_user.tenant_user_id))`

/** Returns an issue with a first day that leaves people who have access too little time for the training. */
async function noticeIssues(trx: Trx, timeZone: string, requirement: Fields & { readonly fromDay: string }) {
  const first = dayAfter(daysIn(timeZone).today(), trainingNoticeDays)
  if (requirement.fromDay >= first) return []
  const { people } = await trx.selectNoFrom(stoppedBy(requirement).as('people')).executeTakeFirstOrThrow()
  return people > 0
    ? [fieldIssue('fromDay' as const, 'training.rule.notice', { count: people, day: first })]
    : []
}

/**
 * A training that a role in a study and product needs. Its study and training stay.
 * @param timeZone time zone of its first day
 */
const requirements = (timeZone: string) =>
  entity('trainingRequirement', trainingRequirementSave, {
    tenantOf: ({ tenantId }) => tenantId,
    guard: (job, { tenantId }) => checkWritable(job, tenantId),
    // Another first day has its own reminders.
    computed: ({ fromDay }) => ({ appliesAt: daysIn(timeZone).begin(fromDay), reminded: null }),
    rules: async ({ trx, input }, row) => [
      ...(['tenantId', 'studyUrlId', 'trainingId'] as const)
        .filter((field) => row && row[field] !== input[field])
        .map((field) => fieldIssue(field, 'rule.fixed')),
      ...(await referenceIssues(trx, input)),
      ...(await noticeIssues(trx, timeZone, input)),
    ],
    unique: { training_requirement_unique: 'roleId' },
  })

/** POST /training/requirement/list: by study and product, then by training. */
const listRoute = handle(trainingRequirementList, async (work) => {
  const { trx, input, language } = work
  await checkReadable(work, input.tenantId)
  return pageOf(
    trx,
    trx
      .selectFrom('trainingRequirement')
      .where('trainingRequirement.tenantId', '=', input.tenantId)
      .$if(input.studyUrlId !== '', (query) =>
        query.where('trainingRequirement.studyUrlId', '=', input.studyUrlId),
      ),
    input,
    (matching) =>
      matching
        .innerJoin('training', (join) =>
          join
            .onRef('training.tenantId', '=', 'trainingRequirement.tenantId')
            .onRef('training.id', '=', 'trainingRequirement.trainingId'),
        )
        .innerJoin('studyUrl', (join) =>
          join
            .onRef('studyUrl.tenantId', '=', 'trainingRequirement.tenantId')
            .onRef('studyUrl.id', '=', 'trainingRequirement.studyUrlId'),
        )
        .innerJoin('study', (join) =>
          join.onRef('study.tenantId', '=', 'studyUrl.tenantId').onRef('study.id', '=', 'studyUrl.studyId'),
        )
        .innerJoin('software', 'software.id', 'studyUrl.softwareId')
        .select(['trainingRequirement.id', 'trainingRequirement.tenantId', 'trainingRequirement.rowVersion'])
        .select(['trainingRequirement.studyUrlId', 'trainingRequirement.trainingId'])
        .select(['trainingRequirement.roleId', 'trainingRequirement.roleName'])
        .select(sql<string>`coalesce(training_requirement.from_day, '')`.as('fromDay'))
        .select(['training.name as trainingName', 'study.studyName', 'study.studyCode'])
        .select(nameIn(language, 'software.softwareName').as('softName'))
        .orderBy(inNameOrder(sql.ref('study.study_name')))
        .orderBy('studyUrl.id')
        .orderBy(inNameOrder(sql.ref('training.name')))
        .orderBy('trainingRequirement.id'),
    (row) => row,
  )
})

/** Routes of required trainings. */
export const requirementRoutes: readonly Route[] = [
  listRoute,
  handle(trainingRequirementSave, (work) => saving(requirements(work.services.profile.timeZone))(work)),
  handle(trainingRequirementDelete, (work) => deleting(requirements(work.services.profile.timeZone))(work)),
]
