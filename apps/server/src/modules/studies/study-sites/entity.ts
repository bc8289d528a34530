import { codes, type RequestOf, studySiteSave } from '@atrium/contract'
import { sql } from 'kysely'
import { entity, inTenants, type Job, type Row, saving, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { countHolds } from '../../legal-holds/index.ts'

type Input = RequestOf<typeof studySiteSave>

type Reading = Pick<Job<unknown>, 'trx' | 'as'>

const reachable = ({ trx, as }: Reading, studyId: string) =>
  trx
    .selectFrom('study')
    .select(['id', 'tenantId'])
    .where('id', '=', studyId)
    .where(inTenants(as, 'study.tenantId'))

/**
 * Returns a study in one of the caller's tenants.
 * @throws Rejection 404 for any other study
 */
export const studyOf = async (job: Reading, studyId: string) =>
  (await reachable(job, studyId).executeTakeFirst()) ?? reject(codes.notFound)

/** Finds the site of a save among the sites of the study's tenant. */
const namedSite = ({ trx, as, input }: Job<Input>) =>
  trx
    .selectFrom('tenantSite')
    .innerJoin('study', 'study.tenantId', 'tenantSite.tenantId')
    .select('tenantSite.nickName')
    .where('tenantSite.id', '=', input.tenantSiteId)
    .where('study.id', '=', input.studyId)
    .where(inTenants(as, 'tenantSite.tenantId'))
    .executeTakeFirst()

/** Rejects changes of study and site. */
const movedIssues = (input: Input, row: Row<'studySite'>): FieldIssue<keyof Input>[] =>
  (['studyId', 'tenantSiteId'] as const)
    .filter((field) => input[field] !== row[field])
    .map((field) => fieldIssue(field, 'rule.fixed'))

/** Counts authorizations at the site, including those of invitations. */
async function siteUses(trx: Trx, { tenantId, id, studyId }: Row<'studySite'>): Promise<Uses> {
  const authorizations = await trx
    .selectFrom('studyUser')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('studySiteId', '=', id)
    .executeTakeFirstOrThrow()
  return {
    'study.use.authorizations': authorizations.count,
    'privacy.use.holds': await countHolds(trx, { tenantId, studyId }),
  }
}

/**
 * A site of a study: administrators add, change and remove it. It is one of the sites of the study's tenant. A study
 * has each site once and with a unique code, because people and products identify sites by it.
 */
export const studySites = entity('studySite', studySiteSave, {
  tenantOf: ({ tenantId }) => tenantId,
  apart: { siteName: true, levelDesc: true },
  initial: ({ studyId }) => ({ tenantId: sql`(select tenant_id from study where id = ${studyId})` }),
  guard: async (job, { studyId }) => {
    // The lock prevents deletion of the study until the site is stored.
    if (!(await reachable(job, studyId).forKeyShare().executeTakeFirst())) reject(codes.notFound)
  },
  rules: async (job, row) => {
    if (row) return movedIssues(job.input, row)
    return (await namedSite(job)) ? [] : [fieldIssue('tenantSiteId', 'rule.reference')]
  },
  unique: { study_site_unique: 'tenantSiteId', study_site_code_unique: 'code' },
  taken: 'studySite.rule.taken',
  uses: siteUses,
})

const save = saving(studySites)

/** Adds or changes a site of a study. Without a nickname, it gets the tenant's. */
export async function saveStudySite(work: Work<typeof studySiteSave>): Promise<string> {
  const { input } = work
  const nickName = input.nickName || ((await namedSite(work))?.nickName ?? '')
  return save({ ...work, input: { ...input, nickName } })
}
