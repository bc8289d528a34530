import type { TestDatabase } from '../../../test-support/index.ts'
import { ordinaryUser, platformAdministrator, tenantAdministrator } from '../../modules/access/index.ts'
import { addMembership, addUser } from '../../modules/identity/sign-in/test-kit/index.ts'
import { beginSession } from '../../platform/caller/sessions.ts'
import { asSystem, inTransaction } from '../../platform/database/index.ts'

/** A signed-in user. */
export interface Person {
  readonly userId: string
  readonly token: string
}

/** A signed-in administrator of a tenant. */
export interface TenantPerson extends Person {
  readonly tenantId: string
}

export interface People {
  /** Platform administrator. */
  readonly admin: Person
  /** Administrator of a tenant. */
  readonly here: TenantPerson
  /** Administrator of another tenant. */
  readonly there: TenantPerson
  /** Member of a tenant, with a role without menus. */
  readonly guest: TenantPerson
  /** User with a system role without menus, who is also a member of a tenant with a role without menus. */
  readonly ordinary: TenantPerson
}

/** Adds a signed-in user with a system role, or none. */
export async function signedIn(database: TestDatabase, roleId: string | null): Promise<Person> {
  const { id: userId } = await addUser(database, { roleId })
  const client = { address: '192.0.2.1', userAgent: 'test' }
  const token = await inTransaction(database.db, asSystem, (trx) => beginSession(trx, userId, client))
  return { userId, token }
}

/** Adds a signed-in user with a role in a new tenant, and optionally a system role. */
export async function signedInMember(
  database: TestDatabase,
  roleId: string,
  systemRoleId: string | null = null,
): Promise<TenantPerson> {
  const person = await signedIn(database, systemRoleId)
  return { ...person, tenantId: await addMembership(database, person.userId, roleId) }
}

/** Adds a tenant role without menus. */
async function emptyRole({ owner }: TestDatabase): Promise<string> {
  const id = 'guests'
  await owner.insertInto('role').values({ id, name: '访客', roleType: 2 }).execute()
  return id
}

/** Adds the users as whom tests call the server. */
export const people = async (database: TestDatabase): Promise<People> => {
  const empty = await emptyRole(database)
  return {
    admin: await signedIn(database, platformAdministrator.id),
    here: await signedInMember(database, tenantAdministrator.id),
    there: await signedInMember(database, tenantAdministrator.id),
    guest: await signedInMember(database, empty),
    ordinary: await signedInMember(database, empty, ordinaryUser.id),
  }
}
