import { categories, codes, globalTenantId, type RequestOf, studySave } from '@atrium/contract'
import { checkWritable, entity, type Job, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../../platform/http/rejection.ts'
import { wrongEntries } from '../../reference-data/dictionaries/index.ts'

type StudyFields = RequestOf<typeof studySave>
type Issue = FieldIssue<keyof StudyFields>

/** The fields whose terms are none that the study's tenant has. */
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

/** A study keeps its tenant: its sites, users and so on are that tenant's. */
const studyIssues = async (job: Job<StudyFields>, row: Row<'study'> | undefined): Promise<Issue[]> =>
  row && row.tenantId !== job.input.tenantId ? [fieldIssue('tenantId', 'rule.fixed')] : termIssues(job)

/** Parts of a study: sites, products, and the users who are authorized in those. */
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
  }
}

/**
 * Declares how a tenant's study is added, changed and deleted. Its code is unique in its tenant: people and products
 * distinguish studies by it. Its protocol number is not: the parts of a platform trial, and the extension of a study,
 * share one protocol.
 */
export const studies = entity('study', studySave, {
  tenantOf: ({ tenantId }) => tenantId,
  guard: async (job, { tenantId }) => {
    // The platform itself runs no studies.
    if (tenantId === globalTenantId) reject(codes.notFound)
    await checkWritable(job, tenantId)
  },
  rules: studyIssues,
  unique: { study_code_unique: 'studyCode' },
  uses: studyUses,
})
