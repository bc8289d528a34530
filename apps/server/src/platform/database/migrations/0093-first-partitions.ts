import { type Kysely, sql } from 'kysely'
import { firstRule, partitioned } from './0092-byte-order.ts'

/** The end of a table's first partition. */
export async function endOfFirst(db: Kysely<unknown>, table: string): Promise<string> {
  const { rows } = await sql<{ bound: string }>`
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') as bound from pg_constraint
    where conrelid = ${table}::regclass and conname = ${firstRule(table)}`.execute(db)
  const [first] = rows
  if (!first) throw new Error(`${table} has no rule of its first partition`)
  return first.bound
}

/**
 * Looks through the rows of the audit trail and of messages, while others read and write them, so that the tables can
 * become partitions without a look under a lock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Attempts first: they go with their messages.
  for (const { table, key } of partitioned.toReversed()) {
    await setApart(db, table, key)
    await sql`alter table ${sql.table(table)} validate constraint ${sql.id(firstRule(table))}`.execute(db)
  }
}

/** Takes out rows whose ids are not of a time before: none are but those of a server whose clock was wrong by months. */
async function setApart(db: Kysely<unknown>, table: string, key: string): Promise<void> {
  const name = sql.table(table)
  const beyond = sql`${sql.ref(key)} >= ${sql.lit(await endOfFirst(db, table))}`
  // Row-level security holds for the owner too.
  await sql`set local role atrium_system`.execute(db)
  const { rows } = await sql`select from ${name} where ${beyond} limit 1`.execute(db)
  await sql`set local role none`.execute(db)
  if (rows.length === 0) return
  const other = sql.table(`${table}_other`)
  await sql`create table ${other} (like ${name} including defaults including constraints including storage)`.execute(
    db,
  )
  await sql`alter table ${other} drop constraint ${sql.id(firstRule(table))}`.execute(db)
  await sql`alter table ${name} no force row level security`.execute(db)
  await sql`with moved as (delete from ${name} where ${beyond} returning *)
    insert into ${other} select * from moved`.execute(db)
  await sql`alter table ${name} force row level security`.execute(db)
}
