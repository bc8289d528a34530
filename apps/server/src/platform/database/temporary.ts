import pg from 'pg'
import { StartupError } from './errors.ts'
import { loginRole, workRoles } from './roles.ts'
import type { Queryable } from './schema-state.ts'

const makers = `
  select current_database() as database, array_agg(rolname::text order by rolname) as roles
  from pg_roles
  where rolname = any ($1) and not rolsuper and has_database_privilege(oid, current_database(), 'TEMPORARY')
  having count(*) > 0`

/**
 * Rejects a database in which the server's roles may create temporary objects. PostgreSQL finds these before other
 * objects of the same name, so a function could run an attacker's code with its owner's rights.
 * @param login the user that the server signs in as, unless that is the owner
 * @throws StartupError with the statement that revokes the right
 */
export async function rejectTemporary(connection: Queryable, login: string | undefined): Promise<void> {
  const names = [...workRoles, loginRole, ...(login === undefined ? [] : [login])]
  const { rows } = await connection.query<{ database: string; roles: string[] }>(makers, [names])
  for (const { database, roles } of rows) {
    const grantees = ['public', ...roles.map((role) => pg.escapeIdentifier(role))].join(', ')
    throw new StartupError(
      `These roles of the server may create temporary objects, and could use them to gain the rights of other roles: ` +
        `${roles.join(', ')}. As a superuser or the owner of the database, run in that database: revoke temporary on database ` +
        `${pg.escapeIdentifier(database)} from ${grantees}; then start again.`,
    )
  }
}
