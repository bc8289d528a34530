import pg, { type ClientBase } from 'pg'
import { errorCode } from './errors.ts'

/** The login role of the server: it owns nothing and sees nothing until it takes one of the others. */
export const loginRole = 'atrium_app'

/** The roles that a transaction is done under. */
export const workRoles = ['atrium_tenant', 'atrium_platform', 'atrium_system'] as const

/**
 * atrium_tenant: a session of a tenant, confined to its tenants by row-level security.
 * atrium_platform: a platform administrator. atrium_system: sign-in, counters, outbox and sealing.
 */
export type WorkRole = (typeof workRoles)[number]

/** Another database of the same cluster did the same at the same moment: roles are cluster-wide. */
const meantime = new Set(['42710', '23505', 'XX000'])

const attempts = 10

async function unlessMeantime(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!meantime.has(errorCode(error)) || attempt === attempts) throw error
    }
  }
}

/**
 * Makes the roles that are missing and lets the login role take those that work is done under, without
 * inheriting from them. Does nothing where an operator has prepared them; the owner needs no CREATEROLE then.
 *
 * @param owner a connection of the owner
 * @param login the user that the server signs in as
 * @param stepsDown whether that user is the owner, who must then be able to take the login role as well
 */
export async function ensureRoles(owner: ClientBase, login: string, stepsDown: boolean): Promise<void> {
  await ensureRole(owner, loginRole, 'login noinherit')
  for (const role of workRoles) await ensureRole(owner, role, 'nologin noinherit')
  for (const role of workRoles) {
    await ensureMember(owner, loginRole, role)
    if (login !== loginRole) await ensureMember(owner, login, role)
  }
  if (stepsDown) await ensureMember(owner, login, loginRole)
}

async function ensureRole(owner: ClientBase, role: string, attributes: string): Promise<void> {
  await unlessMeantime(async () => {
    const { rows } = await owner.query('select from pg_roles where rolname = $1', [role])
    if (rows.length === 0) await owner.query(`create role ${role} ${attributes}`)
  })
}

/** PostgreSQL 15 knows no grant that may be taken but not inherited: there the login role's NOINHERIT serves. */
async function ensureMember(owner: ClientBase, member: string, role: string): Promise<void> {
  await unlessMeantime(async () => {
    const { rows } = await owner.query<{ modern: boolean; taken: boolean }>(
      `with server as (select current_setting('server_version_num')::int >= 160000 as modern)
       select modern, pg_has_role($1, $2, case when modern then 'SET' else 'MEMBER' end) as taken from server`,
      [member, role],
    )
    if (rows[0]?.taken) return
    const option = rows[0]?.modern ? ' with inherit false, set true' : ''
    await owner.query(`grant ${role} to ${pg.escapeIdentifier(member)}${option}`)
  })
}
