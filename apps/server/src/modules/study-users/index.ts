import { allowedStudies, invitingStudies } from '@atrium/contract'
import { handle, type Route } from '../../http/route.ts'
import { listAllowedStudies, listInvitingStudies } from './trees.ts'

/** Who is authorized in products for studies, and the trees of studies that this is chosen in. */
export const studyUserRoutes: readonly Route[] = [
  handle(allowedStudies, listAllowedStudies),
  handle(invitingStudies, listInvitingStudies),
]
