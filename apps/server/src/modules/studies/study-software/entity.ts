import { codes, type RequestOf, softwareSwitch, type studyLinkDelete, studyLinkSave } from '@atrium/contract'
import { sql } from 'kysely'
import {
  checkWritable,
  deleting,
  entity,
  inTenants,
  type Row,
  saving,
  type Uses,
} from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject, rejectField } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { countHolds } from '../../legal-holds/index.ts'
import { claimLicence } from '../../products/licences/index.ts'

type LinkFields = RequestOf<typeof studyLinkSave>
type SaveWork = Work<typeof studyLinkSave>

/** Columns of a link derived from its study and its domain. */
interface LinkFacts {
  readonly tenantId: string
  readonly softwareId: string
}

/**
 * Returns the tenant of the study to be linked.
 * @throws Rejection 404 if the caller may not write there
 */
async function tenantOfStudy(work: SaveWork): Promise<string> {
  const { trx, as, input } = work
  const study = await trx
    .selectFrom('study')
    .select('tenantId')
    .where('id', '=', input.studyId)
    .where(inTenants(as, 'study.tenantId'))
    .executeTakeFirst()
  if (!study) return reject(codes.notFound)
  await checkWritable(work, study.tenantId)
  return study.tenantId
}

/** Returns the study's tenant and the domain's product. The domain must belong to that tenant. */
async function factsOf(work: SaveWork): Promise<LinkFacts> {
  const tenantId = await tenantOfStudy(work)
  const domain = await work.trx
    .selectFrom('tenantUrl')
    .innerJoin('software', 'software.id', 'tenantUrl.softwareId')
    .select(['software.id', 'software.isStudyAuthorization'])
    .where('tenantUrl.tenantId', '=', tenantId)
    .where('tenantUrl.id', '=', work.input.tenantUrlId)
    .executeTakeFirst()
  if (!domain) return rejectField('tenantUrlId', 'rule.reference')
  if (domain.isStudyAuthorization !== softwareSwitch.yes)
    return rejectField('tenantUrlId', 'studySoftware.rule.notByStudy')
  return { tenantId, softwareId: domain.id }
}

/** Rejects changes of a link's study or product, because authorizations and licence usage depend on them. */
const movedIssues = (
  input: LinkFields,
  row: Row<'studyUrl'>,
  softwareId = '',
): FieldIssue<keyof LinkFields>[] => [
  ...(row.studyId === input.studyId ? [] : [fieldIssue('studyId' as const, 'rule.fixed')]),
  ...(row.softwareId === softwareId
    ? []
    : [fieldIssue('tenantUrlId' as const, 'studySoftware.rule.otherProduct')]),
]

/** SQL condition: an invitation can still be accepted. */
const isPending = sql<boolean>`(invitation.status = 'pending' and invitation.expires_at > now())`

/** Counts the authorized users and pending invitations of a link. */
async function linkUses(trx: Trx, { tenantId, id, studyId }: Row<'studyUrl'>): Promise<Uses> {
  const { authorizations, invitations } = await trx
    .selectFrom('studyUser')
    .leftJoin('invitation', (join) =>
      join
        .onRef('invitation.tenantId', '=', 'studyUser.tenantId')
        .onRef('invitation.id', '=', 'studyUser.invitationId'),
    )
    .select([
      sql<number>`count(study_user.tenant_user_id)`.as('authorizations'),
      sql<number>`count(distinct invitation.id) filter (where ${isPending})`.as('invitations'),
    ])
    .where('studyUser.tenantId', '=', tenantId)
    .where('studyUser.studyUrlId', '=', id)
    .executeTakeFirstOrThrow()
  return {
    'studySoftware.use.authorizations': authorizations,
    'studySoftware.use.invitations': invitations,
    'privacy.use.holds': await countHolds(trx, { tenantId, studyId }),
  }
}

/**
 * A study's link with a product: administrators add, change and remove it.
 * @param facts derived columns of the saved link
 */
const studyLinks = (facts?: LinkFacts) =>
  entity('studyUrl', studyLinkSave, {
    tenantOf: ({ tenantId }) => tenantId,
    apart: { softName: true },
    computed: () => ({ softwareId: facts?.softwareId }),
    initial: () => ({ tenantId: facts?.tenantId }),
    guard: async (job, target) => {
      const { tenantId } = target as Partial<Row<'studyUrl'>>
      // The input of a save has no tenant: `factsOf` has already checked the study's tenant.
      if (tenantId !== undefined) await checkWritable(job, tenantId)
    },
    rules: async ({ input }, row) => (row ? movedIssues(input, row, facts?.softwareId) : []),
    unique: { study_url_unique: 'tenantUrlId' },
    taken: 'studySoftware.rule.taken',
    uses: linkUses,
  })

/**
 * Links a study with a product under its tenant's licence, or changes the link, which uses no additional capacity.
 * @returns the link's id
 */
export async function saveStudyLink(work: SaveWork): Promise<string> {
  const facts = await factsOf(work)
  const save = () => saving(studyLinks(facts))(work)
  return work.input.id === '' ? claimLicence(work, { ...facts, counted: 'studies' }, save) : save()
}

/**
 * Removes a product from a study, which frees licence capacity. Invitations that can no longer be accepted do not
 * prevent this: their authorizations are deleted with the link.
 */
export async function deleteStudyLink(work: Work<typeof studyLinkDelete>): Promise<null> {
  const { trx, as, input } = work
  await trx
    .deleteFrom('studyUser')
    .using('invitation')
    .where(inTenants(as, 'studyUser.tenantId'))
    .where('studyUser.studyUrlId', '=', input.id)
    .whereRef('invitation.tenantId', '=', 'studyUser.tenantId')
    .whereRef('invitation.id', '=', 'studyUser.invitationId')
    .where(({ not }) => not(isPending))
    .execute()
  return deleting(studyLinks())(work)
}
