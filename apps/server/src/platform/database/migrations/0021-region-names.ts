import { type Kysely, sql } from 'kysely'

/**
 * No two regions in the same place may be told apart by case or Unicode variants of their names alone, and
 * no two of a level by those of their codes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index area_name_unique on area (parent_id, lower(normalize(area_name, nfkc)))
    nulls not distinct`.execute(db)
  await sql`create unique index area_code_unique on area (level, lower(normalize(area_code, nfkc)))
    where area_code <> ''`.execute(db)
}
