import { userList } from '@atrium/contract'
import { orderOf } from '../../../crud/index.ts'

/** The order of a list of users; by default the latest first. */
export const userOrder = orderOf('appUser', userList, { userName: 'userNameKey' })
