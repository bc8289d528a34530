import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { TestDatabase } from '../../../../../test-support/index.ts'
import type { AppUserTable, TenantUserTable } from '../../../../platform/database/tables/users.ts'
import { addReachable } from '../../../identity/sign-in/test-kit/index.ts'

/** Adds a membership, as `owner` of the database. @returns its id */
export async function insertMembership(
  { owner }: TestDatabase,
  facts: Partial<Insertable<TenantUserTable>> & { tenantId: string; userId: string },
): Promise<string> {
  const id = randomUUID()
  await owner
    .insertInto('tenantUser')
    .values({ id, ...facts })
    .execute()
  return id
}

/** Adds a user with a membership. */
export async function addTenantUser(
  database: TestDatabase,
  tenantId: string,
  user: Partial<Insertable<AppUserTable>> = {},
  membership: Partial<Insertable<TenantUserTable>> = {},
) {
  const person = await addReachable(database, user)
  const id = await insertMembership(database, { ...membership, tenantId, userId: person.id })
  return { ...person, userId: person.id, id }
}
