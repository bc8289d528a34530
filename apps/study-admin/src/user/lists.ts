import { studyUserList, studyUserUnselected } from '@atrium/contract'

/** Calls that show authorizations. */
export const studyUserLists = [studyUserList, studyUserUnselected]
