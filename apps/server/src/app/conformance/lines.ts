import { sql } from 'kysely'
import type { TestDatabase } from '../../../test-support/index.ts'
import type { Reachable } from '../../modules/identity/sign-in/test-kit/index.ts'
import { withPool } from '../../platform/database/connect.ts'
import { asPlatform, type RunAs } from '../../platform/database/index.ts'
import { createPool } from '../../platform/database/pool.ts'
import { pooled } from '../../platform/database/pooled-connection.ts'
import type { Route } from '../../platform/http/route.ts'
import { routes } from '../routes.ts'
import { testApp } from '../test-kit/index.ts'

/** Disables or enables row-level security on every table that has it. The grants of the roles stay. */
export async function switchRowSecurity({ owner }: TestDatabase, to: 'disable' | 'enable'): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and (relrowsecurity or relforcerowsecurity) order by 1`.execute(owner)
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} ${sql.raw(to)} row level security`.execute(owner)
}

type Pool = ReturnType<typeof pooled>

/** Returns a pool that replaces the platform's role in transactions by the caller's role and tenants. */
const confined = (pool: Pool, { role, tenants }: RunAs): Pool => ({
  options: pool.options,
  connect: async () => {
    const connection = await pool.connect()
    const query = (statement: string, values: readonly unknown[] = []) => {
      const forPlatform = statement.startsWith('select where set_config(') && values[0] === asPlatform.role
      const ids = `{${['0', ...tenants].map((id) => JSON.stringify(id)).join()}}`
      return connection.query(statement, forPlatform ? [role, ids, ...values.slice(2)] : [...values])
    }
    return { query: query as typeof connection.query, release: () => connection.release() }
  },
  end: async () => undefined,
})

/**
 * Starts a server on the same database whose handlers treat every call as the platform's, so that guards and query
 * conditions let everything through. Its transactions still use the caller's role and tenants.
 */
export async function withoutPredicates({
  url,
}: TestDatabase): Promise<Reachable & { close: () => Promise<void> }> {
  const connections = createPool(url)
  const pool = pooled(connections)
  const blind = ({ call, execute }: Route): Route => ({
    call,
    execute: (execution) => {
      const { as, services } = execution
      if (as.role !== 'atrium_tenant') return execute(execution)
      return execute({
        ...execution,
        as: asPlatform,
        services: { ...services, db: withPool(confined(pool, as)) },
      })
    },
  })
  const app = await testApp(withPool(pool), { routes: routes.map(blind) })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await connections.end()
  }
  return { api: `${address}/api`, close }
}
