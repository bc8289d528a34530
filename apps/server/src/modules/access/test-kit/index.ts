import {
  codes,
  type InputOf,
  type Language,
  menuInfo,
  menuSave,
  menuTree,
  menuUpdate,
  roleSave,
  rootMenuId,
  userInfo,
} from '@atrium/contract'
import { expect } from '@jest/globals'
import type { Suite } from '../../../app/test-kit/index.ts'
import { addUser, send, signInAs } from '../../identity/sign-in/test-kit/index.ts'

export { dayFromNow, timeZone } from './days.ts'

type Fields = InputOf<typeof menuSave>

let count = 0

/** Builds the input of a group with a unique name. */
export const fields = (more: Partial<Fields> = {}): Fields => ({
  name: `菜单 ${++count}`,
  parentId: rootMenuId,
  seq: 900,
  url: '/nowhere',
  icon: 'IconBook',
  ...more,
})

/** Saves a new menu as the platform's administrator. */
export const save = ({ server, admin }: Suite, more: Partial<Fields> = {}) =>
  send(server, menuSave, fields(more), admin)

/** Saves a new menu. @returns its id */
export const add = async (suite: Suite, more: Partial<Fields> = {}): Promise<string> => {
  const response = await save(suite, more)
  expect(response).toMatchObject({ code: codes.ok })
  return String(response.data)
}

/** Returns a menu, or null if it does not exist. */
export const info = async ({ server, admin }: Suite, id: string) =>
  (await send(server, menuInfo, { id }, admin)).data

/** Changes a menu as the platform's administrator. Fields that are not given keep their values. */
export const change = async (suite: Suite, id: string, more: Partial<Fields>) => {
  const {
    name = '',
    nameEn,
    parentId = '',
    seq = 1,
    url = '',
    icon = '',
    status,
  } = (await info(suite, id)) ?? {}
  const input = { name, nameEn, parentId, seq, url, icon, status, ...more, id }
  return send(suite.server, menuUpdate, input, suite.admin)
}

/** Returns the groups with their entries, as the platform's administrator sees them. */
export const tree = async ({ server, admin }: Suite, language: Language = 'zh') =>
  (await send(server, menuTree, {}, { token: admin.token, language })).data ?? []

/** Creates and signs in a user whose system role has the given menus. */
export const signedInHolder = async ({ server, database, admin }: Suite, ...resourceIdList: string[]) => {
  const role = { name: `持有者 ${++count}`, roleType: 1, resourceIdList }
  const { data: roleId } = await send(server, roleSave, role, admin)
  const { userName } = await addUser(database, { roleId })
  return { roleId: String(roleId), token: await signInAs(server, userName) }
}

/** Returns the menu of a signed-in user: for each group its id and the ids of its entries. */
export const menuSeenBy = async ({ server }: Suite, token: string) => {
  const { data } = await send(server, userInfo, {}, { token })
  return data?.menuList.map(({ id, list }) => [id, ...list.map((entry) => entry.id)])
}
