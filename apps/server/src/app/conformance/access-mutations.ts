import {
  type InputOf,
  menuDelete,
  menuOrder,
  menuSave,
  menuUpdate,
  roleDelete,
  roleSave,
  roleUpdate,
} from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

const role = (): InputOf<typeof roleSave> => ({
  name: uniqueText('检验角色'),
  status: 0,
  roleType: 1,
  superAdmin: 1,
  resourceIdList: ['systemManger', 'tenant'],
})

const menu = (parentId = '0'): InputOf<typeof menuSave> => ({
  name: uniqueText('检验菜单'),
  parentId,
  seq: 5,
  status: 0,
  url: '/nowhere',
  icon: 'IconBook',
})

const addRole = async ({ server, admin }: Suite): Promise<string> =>
  String((await send(server, roleSave, role(), { token: admin.token })).data)

const addMenu = async ({ server, admin }: Suite, parentId?: string): Promise<string> =>
  String((await send(server, menuSave, menu(parentId), { token: admin.token })).data)

/** Adds a menu group with two entries, for a call that swaps them. */
const disorder = async (suite: Suite) => {
  const parentId = await addMenu(suite)
  const ids = [await addMenu(suite, parentId), await addMenu(suite, parentId)]
  return { parentId, ids: ids.toReversed() }
}

/** Prepares a call of the administrator with this input. */
const byAdmin =
  (input: (suite: Suite) => Promise<Record<string, unknown>>): Mutation['prepare'] =>
  async (suite) => ({ input: await input(suite), token: suite.admin.token })

/** Mutations of roles and menus. */
export const accessMutations: readonly Mutation[] = [
  { call: roleSave, prepare: byAdmin(async () => role()) },
  { call: roleUpdate, prepare: byAdmin(async (suite) => ({ ...role(), id: await addRole(suite) })) },
  { call: roleDelete, prepare: byAdmin(async (suite) => ({ ids: [await addRole(suite)] })) },
  { call: menuSave, prepare: byAdmin(async () => menu()) },
  { call: menuUpdate, prepare: byAdmin(async (suite) => ({ ...menu(), id: await addMenu(suite) })) },
  { call: menuOrder, prepare: byAdmin(disorder) },
  { call: menuDelete, prepare: byAdmin(async (suite) => ({ ids: [await addMenu(suite)] })) },
]
