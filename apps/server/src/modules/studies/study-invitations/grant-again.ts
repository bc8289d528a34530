import { authorizationStyles, codes, type ProductGrant } from '@atrium/contract'
import { reject } from '../../../platform/http/rejection.ts'
import type { LinkedStudy } from '../../products/linked/index.ts'
import type { StudyInvitation } from './invitation.ts'

const field = 'id'
const fields = {
  people: field,
  addresses: field,
  role: field,
  type: field,
  sites: field,
  roles: field,
  from: field,
  until: field,
}

interface Stored {
  readonly tenantId: string
  readonly studyUrlId: string
  /** Null if the grant belongs to an invitation. */
  readonly tenantUserId: string | null
  readonly grant: ProductGrant
}

/**
 * Returns a stored grant as a new invitation. It has no tenant role, because the user already got that when joining.
 * Issues are reported on the id, which is the only field of such calls.
 */
export function grantAgain(
  { tenantId, studyUrlId, tenantUserId, grant }: Stored,
  { authorizationStyle }: LinkedStudy,
): StudyInvitation {
  const style = authorizationStyle ?? reject(codes.conflict, 'studyInvitation.refusal.otherStyle')
  return {
    tenantId,
    studyUrlId,
    style,
    tenantUserIds: tenantUserId === null ? [] : [tenantUserId],
    addresses: [],
    roleId: '',
    typeId: '',
    memberPeriod: { from: '', until: '' },
    grant,
    // eTMF has its own sites.
    studySiteIds: style === authorizationStyles.etmf ? [] : grant.siteIds,
    studyIds: [],
    fields,
  }
}
