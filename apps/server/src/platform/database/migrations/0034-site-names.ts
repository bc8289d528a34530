import { type Kysely, sql } from 'kysely'

/*
 * Signs that tell no two names apart, after NFKC: spaces, the punctuation of ASCII and of Latin 1, general punctuation,
 * and that of Chinese and Japanese, without the marks among them that are read, such as 々.
 */
const signs =
  '\\s!-/:-@\\[-`{-~\\u00a1-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb\\u00bf\\u2000-\\u206f\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d-\\u303f\\u30a0\\u30fb'

/**
 * The name of a site counts without regard to case, full-width forms, spaces and punctuation; one of such signs alone
 * counts as it is. The index of before stays for the version before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function site_name_key(name text) returns text language sql immutable strict parallel safe
    return coalesce(
      nullif(regexp_replace(lower(normalize(name, nfkc)), '[${sql.raw(signs)}]', '', 'g'), ''),
      lower(normalize(name, nfkc)))`.execute(db)
  await sql`create index site_name_key on site (site_name_key(site_name))`.execute(db)
}
