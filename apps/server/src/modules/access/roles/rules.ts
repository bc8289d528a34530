import { codes, isForTenants, roleTypes, superAdmin } from '@atrium/contract'
import { sql } from 'kysely'
import type { Job, Row } from '../../../crud/index.ts'
import type { Trx } from '../../../database/transaction.ts'
import { type FieldIssue, fieldIssue, refuse } from '../../../http/index.ts'
import { menusBeyond } from '../granting/index.ts'
import type { RoleFields } from './entity.ts'
import type { Held } from './held-menus.ts'
import { isHeldBy, isInUse } from './uses.ts'

type HeldRow = Row<'role'> & Held

interface FoundMenu {
  readonly id: string
  readonly code: string | null
  readonly parentId: string
}

/** Whether roles of tenants may hold some menus: a group of the platform's only for the sake of an entry of theirs. */
function areForTenants(menus: readonly FoundMenu[]): boolean {
  const theirs = menus.filter(({ code }) => isForTenants(code))
  const fitting = new Set(theirs.flatMap(({ id, parentId }) => [id, parentId]))
  return menus.every(({ id }) => fitting.has(id))
}

/** The menus must exist and, for a role of tenants, be theirs; kept from being deleted until the role is stored. */
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

/** A role that somebody has stays of its type, and only roles of the system administer. */
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
 * Nobody gives what they do not hold, nor more to themselves.
 * @throws Refusal 403
 */
async function refuseRaising(job: Job<RoleFields>, row: HeldRow | undefined): Promise<void> {
  const { input, caller, trx } = job
  if (caller.superAdmin) return
  const beyond = await menusBeyond(job, input.resourceIdList)
  if (input.superAdmin === superAdmin.yes || beyond.length > 0) refuse(codes.forbidden, 'refusal.grantsMore')
  if (row && adds(input, row) && (await isHeldBy(trx, row.id, caller.userId))) {
    refuse(codes.forbidden, 'refusal.ownRole')
  }
}

/** The fields of a role that do not fit; what the caller may not give is refused as a whole. */
export async function roleIssues(
  job: Job<RoleFields>,
  row: HeldRow | undefined,
): Promise<FieldIssue<keyof RoleFields>[]> {
  await refuseRaising(job, row)
  return [...(await typeIssues(job.trx, job.input, row)), ...(await menuIssues(job.trx, job.input))]
}
