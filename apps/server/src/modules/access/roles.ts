import {
  codes,
  globalTenantId,
  isForTenants,
  type RequestOf,
  roleTypes,
  roleUpdate,
  rootMenuId,
  superAdmin,
} from '@atrium/contract'
import { sql } from 'kysely'
import { entity, type Job, type Parts, type Row, type Uses } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../platform/http/rejection.ts'
import { tenantMember } from './delivered-roles.ts'
import { grantsMore, menusBeyond } from './granting.ts'

/**
 * Returns the menu ids to store for a role. An administrator role has every menu and stores none, so it has none if
 * it becomes an ordinary role.
 */
const listOf = ({ superAdmin: flag, resourceIdList }: RoleFields): string[] =>
  flag === superAdmin.yes ? [] : [...new Set(resourceIdList)].sort()

/** Returns the given menus and their groups, without duplicates. */
const withGroups = async (trx: Trx, ids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom('menu')
    .select(['id', 'parentId'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const groups = rows.map(({ parentId }) => parentId).filter((id) => id !== rootMenuId)
  return [...new Set([...rows.map(({ id }) => id), ...groups])]
}

/** Returns the ids of a role's menus, sorted. */
export const menusOf = async (trx: Trx, roleId: string): Promise<string[]> => {
  const rows = await trx.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).execute()
  return rows.map(({ menuId }) => menuId).sort()
}

async function write(trx: Trx, { id: roleId }: Row<'role'>, input: RoleFields): Promise<void> {
  const wanted = await withGroups(trx, listOf(input))
  await trx
    .deleteFrom('roleMenu')
    .where('roleId', '=', roleId)
    .where('menuId', '<>', sql<string>`all(${wanted})`)
    .execute()
  if (wanted.length === 0) return
  await trx
    .insertInto('roleMenu')
    .values(wanted.map((menuId) => ({ roleId, menuId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Held {
  readonly resourceIdList: string[]
}

type HeldRow = Row<'role'> & Held

/** Menus of a role, stored in a table of their own. */
const heldMenus: Parts<'role', RoleFields, Held> = {
  values: (input) => ({ resourceIdList: listOf(input) }),
  read: async (trx, { id }) => ({ resourceIdList: await menusOf(trx, id) }),
  write,
}

const holders = ['appUser', 'tenantUser'] as const

const holdersOf = (trx: Trx, table: (typeof holders)[number], roleId: string) =>
  trx.selectFrom(table).where('roleId', '=', roleId)

/** Counts the users with a role, as a system role and as a tenant role. */
async function roleUses(trx: Trx, { id }: Row<'role'>): Promise<Uses> {
  const count = async (table: (typeof holders)[number]) => {
    const query = holdersOf(trx, table, id).select((eb) => eb.fn.countAll<number>().as('count'))
    return (await query.executeTakeFirstOrThrow()).count
  }
  return { 'user.use.users': await count('appUser'), 'user.use.tenantUsers': await count('tenantUser') }
}

/** Returns whether any user has a role. */
export async function isInUse(trx: Trx, roleId: string): Promise<boolean> {
  for (const table of holders) {
    const one = await holdersOf(trx, table, roleId).select('id').limit(1).executeTakeFirst()
    if (one) return true
  }
  return false
}

/** Returns whether a given user has a role, on the platform or in any tenant. */
async function isHeldBy(trx: Trx, roleId: string, userId: string): Promise<boolean> {
  const user = await trx
    .selectFrom('appUser')
    .select('appUser.id')
    .leftJoin('tenantUser', 'tenantUser.userId', 'appUser.id')
    .where('appUser.id', '=', userId)
    .where(({ or, eb }) => or([eb('appUser.roleId', '=', roleId), eb('tenantUser.roleId', '=', roleId)]))
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}

interface FoundMenu {
  readonly id: string
  readonly code: string | null
  readonly parentId: string
}

/**
 * Returns whether tenant roles may have all the given menus. A platform group is allowed only together with a tenant
 * entry.
 */
function areForTenants(menus: readonly FoundMenu[]): boolean {
  const theirs = menus.filter(({ code }) => isForTenants(code))
  const fitting = new Set(theirs.flatMap(({ id, parentId }) => [id, parentId]))
  return menus.every(({ id }) => fitting.has(id))
}

/**
 * Checks that the menus exist and, for a tenant role, are tenant menus. Keeps them from being deleted until the role
 * is stored.
 */
async function menuIssues(
  trx: Trx,
  { roleType, resourceIdList }: RoleFields,
): Promise<FieldIssue<keyof RoleFields>[]> {
  const found = await trx
    .selectFrom('menu')
    .select(['id', 'code', 'parentId'])
    .where('id', '=', sql<string>`any(${resourceIdList})`)
    .forKeyShare()
    .execute()
  if (found.length < new Set(resourceIdList).size) return [fieldIssue('resourceIdList', 'rule.reference')]
  const fitting = roleType === roleTypes.system || areForTenants(found)
  return fitting ? [] : [fieldIssue('resourceIdList', 'rule.choice')]
}

/**
 * Checks that the default role for invitations stays a tenant role without menus. Otherwise every invited user would
 * get those menus.
 */
const memberIssues = ({ id, roleType, resourceIdList }: RoleFields): FieldIssue<keyof RoleFields>[] =>
  id !== tenantMember.id
    ? []
    : [
        ...(roleType === roleTypes.tenant ? [] : [fieldIssue('roleType', 'rule.fixed')]),
        ...(resourceIdList.length === 0 ? [] : [fieldIssue('resourceIdList', 'role.rule.withoutMenus')]),
      ]

/** Checks that a role in use keeps its type, and that only system roles have every menu. */
async function typeIssues(
  trx: Trx,
  role: RoleFields,
  row: HeldRow | undefined,
): Promise<FieldIssue<keyof RoleFields>[]> {
  const moved = row !== undefined && row.roleType !== role.roleType
  return [
    ...(moved && (await isInUse(trx, role.id)) ? [fieldIssue('roleType', 'rule.fixed')] : []),
    ...(role.superAdmin === superAdmin.yes && role.roleType !== roleTypes.system
      ? [fieldIssue('superAdmin', 'rule.choice')]
      : []),
  ]
}

const adds = (role: RoleFields, row: HeldRow): boolean => {
  const held = new Set(row.resourceIdList)
  return role.resourceIdList.some((id) => !held.has(id))
}

/**
 * Rejects a grant of more than the caller has, even to themselves.
 * @throws Rejection 403
 */
async function rejectRaising(job: Job<RoleFields>, row: HeldRow | undefined): Promise<void> {
  const { input, caller, trx } = job
  if (caller.superAdmin) return
  const beyond = await menusBeyond(job, input.resourceIdList)
  if (input.superAdmin === superAdmin.yes || beyond.length > 0)
    reject(codes.forbidden, 'role.refusal.grantsMore')
  if (row && adds(input, row) && (await isHeldBy(trx, row.id, caller.userId))) {
    reject(codes.forbidden, 'role.refusal.ownRole')
  }
}

/** Returns the invalid fields of a role. Rejects the whole change if the caller may not grant the role. */
async function roleIssues(
  job: Job<RoleFields>,
  row: HeldRow | undefined,
): Promise<FieldIssue<keyof RoleFields>[]> {
  await rejectRaising(job, row)
  const plain = memberIssues(job.input)
  if (plain.length > 0) return plain
  return [...(await typeIssues(job.trx, job.input, row)), ...(await menuIssues(job.trx, job.input))]
}

type RoleFields = RequestOf<typeof roleUpdate>

/** How the platform adds, changes and deletes a role with its menus. */
export const roles = entity('role', roleUpdate, {
  tenantOf: () => globalTenantId,
  apart: { resourceIdList: true },
  parts: heldMenus,
  guard: async (job, { id }) => {
    if (id !== undefined && (await grantsMore(job, id))) reject(codes.forbidden, 'role.refusal.holdsMore')
  },
  rules: roleIssues,
  unique: { role_name_unique: 'name' },
  uses: roleUses,
})
