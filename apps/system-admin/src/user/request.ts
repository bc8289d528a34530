import { type InputOf, type userList, userStatus } from '@atrium/contract'

/** The filters as the address has them. */
export const filters = { userName: '', keyWord: '', status: '', searchAll: '' }

type UserStatus = (typeof userStatus)[keyof typeof userStatus]
const states: readonly string[] = Object.values(userStatus)

/** What stands in the address where special users are asked for too. */
export const all = 'true'

/** The filters as the calls take them. */
export const filtersOf = (
  values: Readonly<Record<string, string>>,
): Pick<InputOf<typeof userList>, 'userName' | 'keyWord' | 'status' | 'searchAll'> => ({
  userName: values.userName ?? '',
  keyWord: values.keyWord ?? '',
  searchAll: values.searchAll === all,
  ...(states.includes(values.status ?? '') && { status: values.status as UserStatus }),
})
