import { userList } from '@atrium/contract'

/** What shows users. */
export const userLists = [userList]
