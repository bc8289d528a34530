import type { Suite } from '../../../http/test-kit/index.ts'
import { addReachable, signInAs } from '../../identity/test-kit/index.ts'

let roles = 0

/** A system role that holds some menus and their group. */
export const systemRole = async ({ database: { owner } }: Suite, menus: string[], facts: object = {}) => {
  const id = `role-${++roles}`
  await owner
    .insertInto('role')
    .values({ id, name: `角色 ${id}`, nameEn: `Role ${id}`, roleType: 1, ...facts })
    .execute()
  if (menus.length > 0)
    await owner
      .insertInto('roleMenu')
      .values(menus.map((menuId) => ({ roleId: id, menuId })))
      .execute()
  return id
}

/** Somebody with a role, signed in on the first server. */
export const colleague = async (suite: Suite, facts: Parameters<typeof addReachable>[1] = {}) => {
  const user = await addReachable(suite.database, facts)
  return { ...user, token: await signInAs(suite.server, user.userName) }
}
