import {
  globalTenantId,
  trainingDelete,
  trainingList,
  trainingNoticeDays,
  trainingSave,
} from '@atrium/contract'
import { sql } from 'kysely'
import {
  checkReadable,
  checkWritable,
  deleting,
  entity,
  inNameOrder,
  pageOf,
  type Row,
  saving,
  type Uses,
} from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { fieldIssue } from '../../platform/http/rejection.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { daysIn } from '../access/index.ts'
import { dayAfter, endOfEvidence } from './days.ts'

/** Counts the requirements and the evidence of a training, also revoked evidence. */
async function trainingUses(trx: Trx, { tenantId, id }: Row<'training'>): Promise<Uses> {
  const count = async (table: 'trainingRequirement' | 'trainingEvidence') =>
    trx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('tenantId', '=', tenantId)
      .where('trainingId', '=', id)
      .executeTakeFirstOrThrow()
  return {
    'training.use.requirements': (await count('trainingRequirement')).count,
    'training.use.evidence': (await count('trainingEvidence')).count,
  }
}

/** A training of a tenant. It stays in its tenant. */
const trainings = entity('training', trainingSave, {
  tenantOf: ({ tenantId }) => tenantId,
  guard: (job, { tenantId }) => checkWritable(job, tenantId),
  rules: async ({ input }, row) => [
    ...(row && row.tenantId !== input.tenantId ? [fieldIssue('tenantId', 'rule.fixed')] : []),
    // The platform itself has no studies.
    ...(input.tenantId === globalTenantId ? [fieldIssue('tenantId', 'rule.reference')] : []),
  ],
  unique: { training_code_unique: 'code' },
  uses: trainingUses,
})

/**
 * Adds or changes a training. Other months apply to its evidence too. Valid evidence then ends only after the days of
 * notice, and evidence that had ended may count again.
 */
async function saveTraining(work: Work<typeof trainingSave>): Promise<string> {
  const { trx, input, services } = work
  const { timeZone } = services.profile
  const id = await saving(trainings)(work)
  const days = daysIn(timeZone)
  const notice = days.end(dayAfter(days.today(), trainingNoticeDays))
  const computed = endOfEvidence(timeZone, {
    months: sql.val(input.months),
    doneOn: sql.ref('training_evidence.done_on'),
    expiresOn: sql.ref('training_evidence.expires_on'),
  })
  const end = sql`case when in_period(null, training_evidence.valid_until) and ${computed} is not null
    then greatest(${computed}, least(training_evidence.valid_until, ${notice}::timestamptz)) else ${computed} end`
  await sql`update training_evidence set valid_until = ${end}, reminded = null, updated_at = now(),
      row_version = training_evidence.row_version + 1
    where tenant_id = ${input.tenantId} and training_id = ${id} and valid_until is distinct from ${end}`.execute(
    trx,
  )
  return id
}

/** POST /training/list. */
const listRoute = handle(trainingList, async (work) => {
  const { trx, input } = work
  await checkReadable(work, input.tenantId)
  return pageOf(
    trx,
    trx
      .selectFrom('training')
      .where('training.tenantId', '=', input.tenantId)
      .where(columnsContain(['training.code', 'training.name'], input.keyWord)),
    input,
    (matching) =>
      matching
        .select(['training.id', 'training.tenantId', 'training.code', 'training.name', 'training.kind'])
        .select(['training.months', 'training.rowVersion'])
        .select(
          sql<number>`(select count(distinct r.study_url_id) from training_requirement r
            where r.tenant_id = training.tenant_id and r.training_id = training.id)`.as('requirements'),
        )
        .orderBy(inNameOrder(sql.ref('training.name')))
        .orderBy('training.id'),
    (row) => row,
  )
})

/** Routes of a tenant's trainings. */
export const catalogueRoutes: readonly Route[] = [
  listRoute,
  handle(trainingSave, saveTraining),
  handle(trainingDelete, deleting(trainings)),
]
