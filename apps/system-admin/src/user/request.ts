import type { InputOf, userList } from '@atrium/contract'

/** The filters as the address has them. */
export const filters = { userName: '', keyWord: '', searchAll: '' }

/** What stands in the address where special users are asked for too. */
export const all = 'true'

/** The filters as the calls take them. */
export const filtersOf = (
  values: Readonly<Record<string, string>>,
): Pick<InputOf<typeof userList>, 'userName' | 'keyWord' | 'searchAll'> => ({
  userName: values.userName ?? '',
  keyWord: values.keyWord ?? '',
  searchAll: values.searchAll === all,
})
