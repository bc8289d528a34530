import { userInfo, userList } from '@atrium/contract'

/** The calls that return users: the list, and the signed-in user in the top bar. */
export const userLists = [userList, userInfo]
