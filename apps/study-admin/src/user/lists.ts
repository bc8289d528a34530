import { studyUserList, studyUserRemovals, studyUserUnselected } from '@atrium/contract'

/** Calls that show authorizations and their removals. */
export const studyUserLists = [studyUserList, studyUserUnselected, studyUserRemovals]
