import { studyUserList, studyUserUnselected } from '@atrium/contract'

/** What shows who is authorized where. */
export const studyUserLists = [studyUserList, studyUserUnselected]
