import {
  allowedStudies,
  invitingStudies,
  studyUserList,
  studyUserRemove,
  studyUserSave,
  studyUserUnselected,
} from '@atrium/contract'
import { handle, type Route } from '../../../platform/http/route.ts'
import { listStudyUsers, listUnselectedUsers } from './list.ts'
import { cancel } from './remove.ts'
import { authorize } from './save.ts'
import { listAllowedStudies, listInvitingStudies } from './trees.ts'

/** Routes for authorizing users per study, and for the trees of studies to choose from. */
export const studyUserRoutes: readonly Route[] = [
  handle(allowedStudies, listAllowedStudies),
  handle(invitingStudies, listInvitingStudies),
  handle(studyUserList, listStudyUsers),
  handle(studyUserUnselected, listUnselectedUsers),
  handle(studyUserSave, authorize),
  handle(studyUserRemove, cancel),
]
