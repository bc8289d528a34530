import { userInfo, userList } from '@atrium/contract'

/** What shows users: the list, and the top bar the one who is signed in. */
export const userLists = [userList, userInfo]
