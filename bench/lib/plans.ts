import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { logDuring } from './database-log.ts'

/** Time limit for the database's processes to apply a setting or write their log, in ms. */
const settling = 300

/**
 * Makes PostgreSQL log the plans of the server's real statements, as EXPLAIN (ANALYZE, BUFFERS) shows them. Ends the
 * server's idle connections, because only new ones use the setting; so measure first, then explain.
 * @param owner a connection of a superuser
 */
export async function preparePlans(owner: ClientBase): Promise<void> {
  await owner.query("load 'auto_explain'")
  const settings = {
    session_preload_libraries: "'auto_explain'",
    'auto_explain.log_min_duration': '-1',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_nested_statements': 'on',
  }
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter system set ${name} = ${value}`)
  await owner.query('select pg_reload_conf()')
  await wait(settling)
  await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'atrium_app'")
  await wait(settling)
}

/**
 * Returns the plans of the server's statements on a table during some work.
 * @param work e.g. one request; nothing else should run at the same time
 */
export async function plansOf(
  owner: ClientBase,
  table: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  // Runs once without recording: the first request on a new connection also has to load the catalogue.
  await work()
  await recordAbove(owner, 0)
  const entries = await logDuring(owner, async () => {
    await work()
    await wait(settling)
  })
  await recordAbove(owner, -1)
  return plansIn(entries).filter((plan) => plan.includes(`"${table}"`))
}

async function recordAbove(owner: ClientBase, duration: number): Promise<void> {
  await owner.query(`alter system set auto_explain.log_min_duration = ${duration}`)
  await owner.query('select pg_reload_conf()')
  await wait(settling)
}

/** Returns the plans among the entries of a log. */
export const plansIn = (entries: readonly string[]): string[] =>
  entries.flatMap((entry) => {
    const plan = /^LOG: {2}(duration: .*? ms) {2}plan:\n([\s\S]*)/.exec(entry)
    return plan ? [`${plan[1]}\n${plan[2]}`] : []
  })
