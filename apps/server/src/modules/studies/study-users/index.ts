import {
  allowedStudies,
  invitingStudies,
  studyUserDeliveries,
  studyUserExtend,
  studyUserList,
  studyUserNotify,
  studyUserRemovals,
  studyUserRemove,
  studyUserSave,
  studyUserUnselected,
} from '@atrium/contract'
import { handle, handleOwn, type Route } from '../../../platform/http/route.ts'
import { listDeliveries } from './deliveries.ts'
import { extend } from './extend.ts'
import { listStudyUsers, listUnselectedUsers } from './list.ts'
import { notifyAgain } from './notify-again.ts'
import { listRemovals } from './removals.ts'
import { cancel } from './remove.ts'
import { authorize } from './save.ts'
import { listAllowedStudies, listInvitingStudies } from './trees.ts'

export { extendAuthorizations } from './extend.ts'
export { forgetGrants } from './forget-grants.ts'
export { cancelAuthorizations } from './remove.ts'

/** Routes for authorizing users per study, and for the trees of studies to choose from. */
export const studyUserRoutes: readonly Route[] = [
  handle(allowedStudies, listAllowedStudies),
  handle(invitingStudies, listInvitingStudies),
  handle(studyUserList, listStudyUsers),
  handle(studyUserUnselected, listUnselectedUsers),
  handle(studyUserSave, authorize),
  handle(studyUserExtend, extend),
  handle(studyUserRemove, cancel),
  handleOwn(studyUserRemovals, listRemovals),
  handleOwn(studyUserNotify, notifyAgain),
  handleOwn(studyUserDeliveries, listDeliveries),
]
