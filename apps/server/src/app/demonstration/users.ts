import { categories, membershipStatus, userStatus, userTypes } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { periodColumns, tenantAdministrator } from '../../modules/access/index.ts'
import { emailKey, phoneKey, userNameKey, userNameLooks } from '../../modules/identity/identifiers/index.ts'
import { hashPassword, randomPassword } from '../../modules/identity/passwords/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import departments from './data/departments.json' with { type: 'json' }
import roles from './data/roles.json' with { type: 'json' }
import demoUsers from './data/users.json' with { type: 'json' }
import { daysAgo, type Ids, idOf, periodDay } from './rows.ts'
import { demoTenants } from './tenants.ts'

export { demoUsers }

/** A new account with its clear-text password, which is shown once and stored nowhere. */
export interface DemoAccount {
  readonly role: 'tenant administrator' | 'tenant user'
  readonly tenantName: string
  readonly userName: string
  readonly phone: string
  readonly password: string
}

/** Adds the demonstration's own roles to the delivered ones. */
export async function addRoles(trx: Trx): Promise<void> {
  for (const { menus, ...role } of roles) {
    await trx.insertInto('role').values(role).execute()
    await trx
      .insertInto('roleMenu')
      .columns(['roleId', 'menuId'])
      .expression((from) =>
        from
          .selectFrom('menu')
          .select([sql.lit(role.id).as('roleId'), 'menu.id'])
          .where('code', 'in', menus),
      )
      .execute()
  }
}

const departmentKey = (tenant: string, name: string): string => `${tenant} ${name}`

/** Adds departments, parents first. */
async function addDepartments(trx: Trx, tenantIds: Ids): Promise<Ids> {
  const ids = new Map<string, string>()
  for (const { tenant, name: departmentName, parent } of departments) {
    const id = uuidv7()
    const parentId = parent === undefined ? null : idOf(ids, departmentKey(tenant, parent))
    await trx
      .insertInto('department')
      .values({ tenantId: idOf(tenantIds, tenant), id, parentId, departmentName })
      .execute()
    ids.set(departmentKey(tenant, departmentName), id)
  }
  return ids
}

/** Makes passwords for the users who can sign in. */
async function makePasswords() {
  const passwords = new Map<string, { readonly password: string; readonly hash: string }>()
  for (const { userName, canSignIn } of demoUsers) {
    if (!canSignIn) continue
    const password = randomPassword()
    passwords.set(userName, { password, hash: await hashPassword(password) })
  }
  return passwords
}

export const memberKey = (tenant: string, userName: string): string => `${tenant} ${userName}`

interface AddedUsers {
  readonly accounts: readonly DemoAccount[]
  /** Account ids by user name. */
  readonly userIds: Ids
  /** Membership ids by `memberKey`. */
  readonly memberIds: Ids
}

type DemoUser = (typeof demoUsers)[number]

/** Returns the last days of a user's membership and role, which the tenant's administrator has chosen. */
function periodsOf({ tenant, accessUntil, roleUntil }: DemoUser, userIds: Ids, timeZone: string) {
  const userId = userIds.get(`${tenant}.admin`)
  if (userId === undefined) return {}
  const until = (days: number | undefined) => ({ until: periodDay(timeZone, days) })
  return {
    ...periodColumns('access', until(accessUntil), { timeZone, userId }),
    ...periodColumns('role', until(roleUntil), { timeZone, userId }),
  }
}

/**
 * Adds the users with their memberships and departments, in few statements. Leaves out users whose user name, e-mail
 * address or phone number is already in use.
 * @param timeZone time zone of the deployment's profile
 */
export async function addUsers(trx: Trx, tenantIds: Ids, timeZone: string): Promise<AddedUsers> {
  const passwords = await makePasswords()
  const added = await trx
    .insertInto('appUser')
    .values(
      demoUsers.map(({ userName, fullName, fullNameEn, email, phone, ...user }) => ({
        ...{ id: uuidv7(), fullName, fullNameEn, userName, userNameKey: userNameKey(userName) },
        ...{ email, emailKey: emailKey(email), emailValid: user.emailUnverified ? 1 : 0 },
        ...{ phone, phoneKey: phoneKey(phone), phoneValid: user.phoneUnverified ? 1 : 0 },
        status: user.locked ? userStatus.locked : userStatus.normal,
        userType: user.special ? userTypes.special : userTypes.normal,
        passwordHash: passwords.get(userName)?.hash ?? null,
        passwordChangedAt: user.canSignIn ? new Date() : null,
        createdAt: daysAgo(user.daysAgo),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'userName'])
    .execute()
  const userIds = new Map(added.map(({ id, userName }) => [userName, id]))
  const users = demoUsers.flatMap((user) => {
    const userId = userIds.get(user.userName)
    return userId === undefined ? [] : [{ ...user, userId }]
  })
  await trx
    .insertInto('userNameLook')
    .values(
      users.flatMap(({ userId, userName }) => userNameLooks(userName).map((look) => ({ look, userId }))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const memberships = users.flatMap((user) =>
    [user.tenant, ...(user.otherTenants ?? [])].map((tenant) => ({ user, tenant, id: uuidv7() })),
  )
  await trx
    .insertInto('tenantUser')
    .values(
      memberships.map(({ user, tenant, id }) => ({
        ...{ tenantId: idOf(tenantIds, tenant), id, userId: user.userId, roleId: user.role },
        typeId: globalEntryId(categories.userType, user.type),
        positionId: globalEntryId(categories.position, user.position),
        enabled: user.disabled ? membershipStatus.disabled : membershipStatus.enabled,
        ...{ joinDate: daysAgo(user.daysAgo), createdAt: daysAgo(user.daysAgo) },
        ...periodsOf(user, userIds, timeZone),
      })),
    )
    .execute()
  const departmentIds = await addDepartments(trx, tenantIds)
  await trx
    .insertInto('departmentUser')
    .values(
      memberships.flatMap(({ user: { tenant: home, department }, tenant, id: tenantUserId }) => {
        if (department === undefined || tenant !== home) return []
        const departmentId = idOf(departmentIds, departmentKey(tenant, department))
        return [{ tenantId: idOf(tenantIds, tenant), departmentId, tenantUserId }]
      }),
    )
    .execute()
  const accounts = users.flatMap(({ userName, phone, tenant, role }): DemoAccount[] => {
    const password = passwords.get(userName)?.password
    const tenantName = demoTenants.find(({ key }) => key === tenant)?.tenantName ?? ''
    const kind = role === tenantAdministrator.id ? 'tenant administrator' : 'tenant user'
    return password ? [{ role: kind, tenantName, userName, phone, password }] : []
  })
  const memberIds = new Map(memberships.map(({ user, tenant, id }) => [memberKey(tenant, user.userName), id]))
  return { accounts, userIds, memberIds }
}
