import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { TestDatabase } from '../../../../../test-support/index.ts'
import type { AppUserTable } from '../../../../platform/database/tables/users.ts'
import { userNameKey } from '../../identifiers/index.ts'
import { hashPassword } from '../../passwords/index.ts'

/** Password of every user created here. */
export const password = 'Right0Password'

let hash: Promise<string> | undefined

/** Adds a user with a unique name, as `owner` of the database. */
export const addUser = async (
  { owner }: TestDatabase,
  facts: Partial<Insertable<AppUserTable>> = {},
): Promise<{ id: string; userName: string }> => {
  hash ??= hashPassword(password)
  const id = randomUUID()
  const userName = facts.userName ?? `user-${id}`
  await owner
    .insertInto('appUser')
    .values({
      id,
      userName,
      userNameKey: userNameKey(userName),
      fullName: '测试用户',
      passwordHash: await hash,
      passwordChangedAt: new Date(),
      ...facts,
    })
    .execute()
  return { id, userName }
}

/**
 * Adds a tenant and the user's membership in it.
 * @returns the tenant's id
 */
export const addMembership = async (
  { owner }: TestDatabase,
  userId: string,
  roleId: string | null,
  joinDate = new Date(),
): Promise<string> => {
  const id = randomUUID()
  const names = { tenantName: `租户 ${id}`, tenantCode: id, abbr: id.slice(0, 8) }
  await owner
    .insertInto('tenant')
    .values({ id, ...names, categoryId: '' })
    .execute()
  await owner
    .insertInto('tenantUser')
    .values({ tenantId: id, id: randomUUID(), userId, roleId, joinDate })
    .execute()
  return id
}
