import { type Kysely, sql } from 'kysely'
import unhomoglyph from 'unhomoglyph'

/** Default_Ignorable_Code_Point of Unicode 16, as a bracket expression of PostgreSQL. */
const invisible =
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a' +
  '\\U000e0000-\\U000e0fff]'

/** The names and codes that a unique index compares, or by which a namesake is found. */
const names = [
  ['tenant', 'tenant_name'],
  ['role', 'name'],
  ['menu', 'name'],
  ['area', 'area_name'],
  ['area', 'area_code'],
  ['dictionary', 'dic_code'],
  ['tenant_url', 'url_name'],
  ['study', 'study_code'],
  ['study_site', 'code'],
  ['department', 'department_name'],
  ['site', 'site_name'],
  ['job', 'job_name'],
] as const

const without = (text: string) => sql`regexp_replace(${sql.ref(text)}, ${sql.lit(invisible)}, '', 'g')`
const has = (text: string) => sql`${sql.ref(text)} ~ ${sql.lit(invisible)}`

const skeleton = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD')
const folded = (text: string): string => skeleton(skeleton(text).toLowerCase()).toLowerCase()

/**
 * Drops from names what cannot be seen in them: it makes a name that looks like another count as a new one. A name that
 * is another's without it stays as it is, and so does one with nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Row-level security holds for the owner too.
  await sql`set local role atrium_platform`.execute(db)
  for (const [table, column] of names) await dropFrom(db, table, column)
  // The platform does not read the whole of a user.
  await sql`set local role atrium_system`.execute(db)
  await dropFrom(db, 'app_user', 'user_name', 'user_name_key')
  await keepLooks(db)
  await sql`reset role`.execute(db)
}

/** Row by row: one that cannot be changed leaves the others. */
async function dropFrom(db: Kysely<unknown>, table: string, ...columns: readonly string[]): Promise<void> {
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${without(column)}`))
  const [first = ''] = columns
  await sql`do $do$
    declare
      found record;
    begin
      for found in select ctid from ${sql.table(table)} where ${has(first)} and trim(${without(first)}) <> '' loop
        begin
          update ${sql.table(table)} set ${set} where ctid = found.ctid;
        exception when unique_violation then
          null;
        end;
      end loop;
    end $do$`.execute(db)
}

/** What user names with something invisible look like without it. */
async function keepLooks(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; look: string }>`
    select user_id as id, look from user_name_look where ${has('look')}`.execute(db)
  for (const { id, look } of rows) {
    const seen = folded(look.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
    await sql`insert into user_name_look (look, user_id) values (${seen}, ${id})
      on conflict do nothing`.execute(db)
  }
}
