import { type Kysely, sql } from 'kysely'

/**
 * Adds the folding of text by which everything is searched and compared, as `foldText` of the contract defines it.
 *
 * Letters, digits and signs of ASCII and the usual Chinese characters are their own compatibility form. A text of
 * nothing else skips the normalization, which costs ten times as much as the look at it. The functions are not strict,
 * because PostgreSQL inlines no strict function with a `case`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function narrow_text(value text) returns text language sql immutable parallel safe
    return case when value ~ '[^\\n -~\\u4e00-\\u9fff]'
      then translate(normalize(value, nfkc), U&'\\0130\\03a3\\03c2\\2010\\2011\\2012\\2013\\2014\\2015\\2212',
        U&'i\\03c3\\03c3-------')
      else value end`.execute(db)
  await sql`create function fold_text(value text) returns text language sql immutable parallel safe
    return lower(narrow_text(value))`.execute(db)
}
