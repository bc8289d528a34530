import type { ClientBase } from 'pg'
import { logDuring } from './database-log.ts'

/**
 * Statements that the server sent to PostgreSQL. Those in functions and triggers are not counted, nor those of the
 * queue's workers, which look for jobs all the time.
 */
export interface Statements {
  /** Texts of the statements that read or write data, in the order in which they began. */
  readonly queries: readonly string[]
  /**
   * Number of transactions. Each also has a statement that begins it, one that sets its role and limits, and one that
   * ends it, which are not among `queries`.
   */
  readonly transactions: number
}

/**
 * Makes PostgreSQL log every statement, without its values. That takes time, so measure first, then count.
 * @param owner a connection of a superuser
 */
export async function logStatements(owner: ClientBase): Promise<void> {
  await owner.query('alter system set log_parameter_max_length = 0')
  await owner.query("alter system set log_statement = 'all'")
  await owner.query('select pg_reload_conf()')
}

/** Returns the statements during some work; nothing else should run at the same time. */
export const statementsOf = async (owner: ClientBase, work: () => Promise<unknown>): Promise<Statements> =>
  countStatements(await logDuring(owner, work))

/** Counts the statements among the entries of a log. */
export function countStatements(entries: readonly string[]): Statements {
  const texts = entries.flatMap(
    (entry) => /^LOG: {2}(?:statement|execute \S+): ([\s\S]*)/.exec(entry)?.[1] ?? [],
  )
  const [begins, others] = [/^(begin|start transaction)\b/, /^(commit|rollback)$|^select where set_config\(/]
  const count = (kind: RegExp) => texts.filter((text) => kind.test(text)).length
  // Each statement of the queue's workers has a transaction of its own.
  const ofQueue = /\bpgboss\./
  return {
    queries: texts.filter((text) => ![begins, others, ofQueue].some((kind) => kind.test(text))),
    transactions: count(begins) - count(ofQueue),
  }
}
