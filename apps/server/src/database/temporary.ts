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
 * Checks that none of the server's roles may make temporary objects. PostgreSQL takes those for others of the same name:
 * they would be a way into functions that run with their owner's rights.
 *
 * @param login the user that the server signs in as, unless that is the owner
 * @throws StartupError that says which statement takes the right away
 */
export async function refuseTemporary(connection: Queryable, login: string | undefined): Promise<void> {
  const names = [...workRoles, loginRole, ...(login === undefined ? [] : [login])]
  const { rows } = await connection.query<{ database: string; roles: string[] }>(makers, [names])
  for (const { database, roles } of rows) {
    const grantees = ['public', ...roles.map((role) => pg.escapeIdentifier(role))].join(', ')
    throw new StartupError(
      `The server's roles may make temporary objects in the database (${roles.join(', ')}), by which they could gain the ` +
        `rights of others. Have a superuser, or the owner of the database, run there: revoke temporary on database ` +
        `${pg.escapeIdentifier(database)} from ${grantees}; then start again.`,
    )
  }
}
