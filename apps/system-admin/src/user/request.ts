import { type InputOf, type userList, userStatus } from '@atrium/contract'

/** Filters in the address. */
export const filters = { userName: '', keyWord: '', status: '', searchAll: '' }

type UserStatus = (typeof userStatus)[keyof typeof userStatus]
const states: readonly string[] = Object.values(userStatus)

/** Filter value that includes special users. */
export const all = 'true'

/** Converts the filters to fields of the calls. */
export const filtersOf = (
  values: Readonly<Record<string, string>>,
): Pick<InputOf<typeof userList>, 'userName' | 'keyWord' | 'status' | 'searchAll'> => ({
  userName: values.userName ?? '',
  keyWord: values.keyWord ?? '',
  searchAll: values.searchAll === all,
  ...(states.includes(values.status ?? '') && { status: values.status as UserStatus }),
})
