import { authorizationStyles, codes, type ProductAnswer, productRefusalRetry } from '@atrium/contract'
import { refusingDeletedReferences } from '../../../platform/crud/index.ts'
import { refuse, refuseFields } from '../../../platform/http/refusal.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { claimLicence } from '../../products/licences/index.ts'
import type { LinkedStudy } from '../../products/linked/index.ts'
import { holdOpenInvitations } from '../../tenants/invitations/index.ts'
import { blindingIssues, refuseOtherBlinding } from './blinding.ts'
import { spendCalling } from './calling.ts'
import type { StudyInvitation } from './invitation.ts'
import { linkIn, refuseWithoutUrl } from './link.ts'
import { asAudited, type Refusal, refusalForUpdate, refusalOf } from './refusals.ts'
import { authorize, keepGrants, peopleOf } from './save.ts'
import { type Batch, tellBatch } from './tell.ts'

type Job = Pick<
  Work<typeof productRefusalRetry>,
  'caller' | 'as' | 'language' | 'services' | 't' | 'trx' | 'audit'
>

const field = 'id'
const fields = { people: field, addresses: field, role: field, type: field, sites: field, roles: field }

/** What was refused, as it is granted once more. Its tenant role was given when the person joined. */
function grantAgain(refusal: Refusal, { authorizationStyle }: LinkedStudy): StudyInvitation {
  const style = authorizationStyle ?? refuse(codes.conflict, 'studyInvitation.refusal.otherStyle')
  const { tenantId, studyUrlId, tenantUserId, grants, refusedGrants } = refusal
  const grant = refusedGrants ?? grants
  return {
    tenantId,
    studyUrlId,
    style,
    tenantUserIds: [tenantUserId],
    addresses: [],
    roleId: '',
    typeId: '',
    grant,
    // The sites of eTMF are its own.
    studySiteIds: style === authorizationStyles.etmf ? [] : grant.siteIds,
    studyIds: [],
    fields,
  }
}

/** Saves a refused authorization as one that waits for its product, by the rules of granting it now. */
async function saveAgain(job: Job, refusal: Refusal, invitation: StudyInvitation): Promise<Batch> {
  const { trx, audit } = job
  const { id, tenantId, studyUrlId, tenantUserId, rowVersion } = refusal
  // Everybody who grants something in the tenant takes this lock first.
  await holdOpenInvitations(trx, tenantId, [])
  const link = await linkIn(job, tenantId, studyUrlId)
  const people = await peopleOf(job, invitation)
  if (people.some(({ disabled }) => disabled)) refuse(codes.conflict, 'productRefusal.refusal.disabled')
  refuseFields(await blindingIssues(trx, { invitation, studyId: link.place.study.id, people }))
  const claim = { tenantId, softwareId: link.softwareId, places: 'users' } as const
  const add = async () => {
    const current = await refusalForUpdate(job, id)
    if (current.rowVersion !== rowVersion) refuse(codes.conflict, 'productRefusal.refusal.decided')
    const who = { column: 'tenantUserId', ids: [tenantUserId] } as const
    return keepGrants(job, invitation, who, await authorize(job, invitation, who))
  }
  // A site may be taken out of the study at this moment.
  const list = await claimLicence(job, claim, () => refusingDeletedReferences(add))
  const before = { list: [asAudited(refusal)] }
  const after = { list, ...invitation.grant }
  audit({ entity: 'product_authorization', entityId: studyUrlId, tenantId, before, after })
  return { tenantId, batchId: list[0]?.batchId ?? '' }
}

/**
 * POST /studyUser/pre/refusal/retry. The caller answers for the grant from now on. It is saved first and the product
 * asked then, as when it was granted: a product that does not answer is asked again later.
 */
export const tryAgainRoute = handleOwn(productRefusalRetry, async (work): Promise<ProductAnswer> => {
  const { input, services, asCaller } = work
  const { refusal, link } = await asCaller(async (trx) => {
    const refusal = await refusalOf({ ...work, trx }, input.id)
    return { refusal, link: await linkIn({ trx }, refusal.tenantId, refusal.studyUrlId) }
  })
  refuseWithoutUrl(link)
  await spendCalling(work)
  const invitation = grantAgain(refusal, link)
  await refuseOtherBlinding(work, invitation)
  const batch = await asCaller((trx, audit) => saveAgain({ ...work, trx, audit }, refusal, invitation))
  const told = await tellBatch(services, batch, { late: false })
  const { state, message } = told.get(refusal.tenantUserId) ?? { state: 'waiting', message: '' }
  return { state, reason: message }
})
