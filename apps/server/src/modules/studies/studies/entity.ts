import { categories, codes, globalTenantId, type RequestOf, studySave } from '@atrium/contract'
import { checkWritable, entity, type Job, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../../platform/http/rejection.ts'
import { countHolds } from '../../legal-holds/index.ts'
import { wrongEntries } from '../../reference-data/dictionaries/index.ts'

type StudyFields = RequestOf<typeof studySave>
type Issue = FieldIssue<keyof StudyFields>

/** Returns issues with terms that do not exist for the study's tenant. */
async function termIssues({ trx, input }: Job<StudyFields>): Promise<Issue[]> {
  const wrong = await wrongEntries(trx, input.tenantId, {
    studyScopeId: { categoryId: categories.studyScope, id: input.studyScopeId },
    productTypeId: { categoryId: categories.productType, id: input.productTypeId },
    researchStageId: { categoryId: categories.researchStage, id: input.researchStageId },
    researchTypeId: { categoryId: categories.researchType, id: input.researchTypeId },
    therapeuticAreaId: { categoryId: categories.therapeuticArea, id: input.therapeuticAreaId },
    studyStatusId: { categoryId: categories.studyStatus, id: input.studyStatusId },
  })
  return wrong.map((field) => fieldIssue(field, 'rule.reference'))
}

/**
 * Rejects a change of the tenant, because a study's sites, users and other data belong to it; otherwise checks the
 * terms.
 */
const studyIssues = async (job: Job<StudyFields>, row: Row<'study'> | undefined): Promise<Issue[]> =>
  row && row.tenantId !== job.input.tenantId ? [fieldIssue('tenantId', 'rule.fixed')] : termIssues(job)

/** Counts the parts of a study that prevent its deletion: sites, products and user authorizations. */
async function studyUses(trx: Trx, { tenantId, id }: Row<'study'>): Promise<Uses> {
  const count = (table: 'studySite' | 'studyUrl') =>
    trx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('tenantId', '=', tenantId)
      .where('studyId', '=', id)
      .executeTakeFirstOrThrow()
  const sites = await count('studySite')
  const products = await count('studyUrl')
  const authorizations = await trx
    .selectFrom('studyUser')
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'studyUser.tenantId')
        .onRef('studyUrl.id', '=', 'studyUser.studyUrlId'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('studyUser.tenantId', '=', tenantId)
    .where('studyUrl.studyId', '=', id)
    .executeTakeFirstOrThrow()
  return {
    'study.use.sites': sites.count,
    'study.use.products': products.count,
    'study.use.authorizations': authorizations.count,
    'privacy.use.holds': await countHolds(trx, { tenantId, studyId: id }),
  }
}

/**
 * A tenant's study: its users add, change and delete it. The code is unique in its tenant, because people and
 * products identify studies by it. The protocol number is not: the parts of a platform trial, or a study and its
 * extension, share one protocol.
 */
export const studies = entity('study', studySave, {
  tenantOf: ({ tenantId }) => tenantId,
  guard: async (job, { tenantId }) => {
    // The platform itself has no studies.
    if (tenantId === globalTenantId) reject(codes.notFound)
    await checkWritable(job, tenantId)
  },
  rules: studyIssues,
  unique: { study_code_unique: 'studyCode' },
  uses: studyUses,
})
