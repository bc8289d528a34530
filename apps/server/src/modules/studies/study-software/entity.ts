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
import { claimLicence } from '../../products/licences/index.ts'

type LinkFields = RequestOf<typeof studyLinkSave>
type SaveWork = Work<typeof studyLinkSave>

/** Columns of a link that follow from its study and its domain. */
interface LinkFacts {
  readonly tenantId: string
  readonly softwareId: string
}

/** The tenant of the study that is linked. @throws Rejection 404 if it is none that the caller may write */
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

/** The tenant of the study, and the product of the domain, which must be one that the tenant has. */
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

/** A link stays its study's and its product's: people are authorized by it, and licences counted. */
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

/** Whether an invitation can still be accepted. */
const isPending = sql<boolean>`(invitation.status = 'pending' and invitation.expires_at > now())`

/** Authorized users of a link, and pending invitations. */
async function linkUses(trx: Trx, { tenantId, id }: Row<'studyUrl'>): Promise<Uses> {
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
  }
}

/** Declares how a study's link with a product is added, changed and removed. @param facts of the saved link */
const studyLinks = (facts?: LinkFacts) =>
  entity('studyUrl', studyLinkSave, {
    tenantOf: ({ tenantId }) => tenantId,
    apart: { softName: true },
    computed: () => ({ softwareId: facts?.softwareId }),
    initial: () => ({ tenantId: facts?.tenantId }),
    guard: async (job, target) => {
      const { tenantId } = target as Partial<Row<'studyUrl'>>
      // What a save writes names no tenant: it is the study's, which has been asked for.
      if (tenantId !== undefined) await checkWritable(job, tenantId)
    },
    rules: async ({ input }, row) => (row ? movedIssues(input, row, facts?.softwareId) : []),
    unique: { study_url_unique: 'tenantUrlId' },
    taken: 'studySoftware.rule.taken',
    uses: linkUses,
  })

/**
 * Links a study with a product under its tenant's licence, or changes the link, which needs no further place.
 * @returns the link's id
 */
export async function saveStudyLink(work: SaveWork): Promise<string> {
  const facts = await factsOf(work)
  const save = () => saving(studyLinks(facts))(work)
  return work.input.id === '' ? claimLicence(work, { ...facts, counted: 'studies' }, save) : save()
}

/**
 * Removes a product from a study, and frees its place of the licence. Invitations that nobody can accept any more hold
 * nothing: their grants go with the link.
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
