import { userInfo, userList } from '@atrium/contract'

/** Calls that return users: the list, and the signed-in user in the top bar. */
export const userLists = [userList, userInfo]
