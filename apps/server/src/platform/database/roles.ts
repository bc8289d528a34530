import pg, { type ClientBase } from 'pg'
import { errorCode } from './errors.ts'

/** The login role of the server. It owns nothing, and sees nothing until it sets one of the work roles. */
export const loginRole = 'atrium_app'

/** The roles under which transactions run. */
export const workRoles = ['atrium_tenant', 'atrium_platform', 'atrium_system'] as const

/**
 * atrium_tenant: a session of a tenant, confined to its tenants by row-level security.
 * atrium_platform: a platform administrator. atrium_system: sign-in, counters, outbox and sealing.
 */
export type WorkRole = (typeof workRoles)[number]

/** Owns the functions that run with their owner's rights (security definer). It has the rights of `atrium_system`. */
export const definer = 'atrium_definer'

/** Owns the partitioned tables; the function that creates their partitions runs as this role. */
export const partitioner = 'atrium_partitioner'

/**
 * Error codes if another database of the same cluster makes the same change at that moment: roles belong to the
 * cluster.
 */
const concurrent = new Set(['42710', '23505', 'XX000'])

const attempts = 10

async function retryConcurrent(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!concurrent.has(errorCode(error)) || attempt === attempts) throw error
    }
  }
}

/** How a member uses a role: by `set role`, by inheriting its rights, or both. */
interface Membership {
  readonly set: boolean
  readonly inherit: boolean
}

const setOnly: Membership = { set: true, inherit: false }

/**
 * Creates the missing roles, and allows the login role to set the work roles without inheriting from them. The owner
 * may transfer functions and tables to `definer` and `partitioner`. Changes nothing if an operator has prepared the
 * roles. The owner then needs no CREATEROLE.
 * @param owner a connection of the owner
 * @param login the server's user
 * @param stepsDown whether that user is the owner, who must then be able to set the login role as well
 */
export async function ensureRoles(owner: ClientBase, login: string, stepsDown: boolean): Promise<void> {
  await ensureRole(owner, loginRole, 'login noinherit')
  for (const role of workRoles) await ensureRole(owner, role, 'nologin noinherit')
  for (const role of workRoles) {
    await ensureMember(owner, loginRole, role)
    if (login !== loginRole) await ensureMember(owner, login, role)
  }
  if (stepsDown) await ensureMember(owner, login, loginRole)
  await ensureOwners(owner)
}

async function ensureOwners(owner: ClientBase): Promise<void> {
  for (const role of [definer, partitioner]) await ensureRole(owner, role, 'nologin')
  await ensureMember(owner, definer, 'atrium_system' satisfies WorkRole, { set: false, inherit: true })
  const { rows } = await owner.query<{ name: string }>('select current_user as name')
  for (const { name } of rows) {
    // Migrations change rows as this role, because row-level security applies to the owner too.
    await ensureMember(owner, name, 'atrium_system' satisfies WorkRole)
    await ensureMember(owner, name, definer)
    await ensureMember(owner, name, partitioner, { set: true, inherit: true })
  }
}

async function ensureRole(owner: ClientBase, role: string, attributes: string): Promise<void> {
  await retryConcurrent(async () => {
    const { rows } = await owner.query('select from pg_roles where rolname = $1', [role])
    if (rows.length === 0) await owner.query(`create role ${role} ${attributes}`)
  })
}

/**
 * Makes a role a member of another. PostgreSQL 15 has no options for this: a member inherits unless it is NOINHERIT
 * itself, as the login role is.
 */
async function ensureMember(
  owner: ClientBase,
  member: string,
  role: string,
  { set, inherit }: Membership = setOnly,
): Promise<void> {
  await retryConcurrent(async () => {
    const { rows } = await owner.query<{ modern: boolean; is_member: boolean }>(
      `with server as (select current_setting('server_version_num')::int >= 160000 as modern)
       select modern, case when modern
           then (pg_has_role($1, $2, 'SET') or not $3) and (pg_has_role($1, $2, 'USAGE') or not $4)
           else pg_has_role($1, $2, 'MEMBER') end as is_member from server`,
      [member, role, set, inherit],
    )
    if (rows[0]?.is_member) return
    const option = rows[0]?.modern ? ` with inherit ${inherit}, set ${set}` : ''
    await owner.query(`grant ${role} to ${pg.escapeIdentifier(member)}${option}`)
  })
}
