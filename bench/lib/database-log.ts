import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ClientBase } from 'pg'

/**
 * Returns the entries that PostgreSQL writes to its log during some work, without prefixes and indentation.
 * @param owner a connection of a superuser
 */
export async function logDuring(owner: ClientBase, work: () => Promise<unknown>): Promise<string[]> {
  const { rows } = await owner.query<{ folder: string }>("select current_setting('data_directory') as folder")
  const log = join(dirname(rows[0]?.folder ?? ''), 'postgres.log')
  const { length } = await readFile(log)
  await work()
  return entriesOf((await readFile(log)).subarray(length).toString('utf8'))
}

/** Splits a part of PostgreSQL's log into its entries. */
export const entriesOf = (log: string): string[] =>
  log
    .split(/^\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] /m)
    .slice(1)
    .map((entry) => entry.replaceAll(/^\t/gm, '').trimEnd())
