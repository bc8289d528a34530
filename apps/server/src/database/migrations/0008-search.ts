import { type Kysely, sql } from 'kysely'

/**
 * Contains-search that serves Chinese, where a name of two characters is ordinary: an index over every
 * character and every two characters beside each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function search_grams(value text) returns text[]
    language plpgsql immutable strict parallel safe as $$
    declare
      chars text[] := string_to_array(lower(value), null);
      grams text[] := chars;
    begin
      for i in 1 .. cardinality(chars) - 1 loop
        grams := grams || (chars[i] || chars[i + 1]);
      end loop;
      return grams;
    end $$`.execute(db)
  await sql`create function keyword_grams(keyword text) returns text[]
    language plpgsql immutable strict parallel safe as $$
    declare
      chars text[] := string_to_array(lower(keyword), null);
      grams text[] := '{}';
    begin
      if cardinality(chars) = 1 then
        return chars;
      end if;
      for i in 1 .. cardinality(chars) - 1 loop
        grams := grams || (chars[i] || chars[i + 1]);
      end loop;
      return grams;
    end $$`.execute(db)
  // A line break between the fields, so that no keyword matches across two of them.
  await sql`create function tenant_search_text(name text, abbr text, code text, contact text) returns text
    language sql immutable strict parallel safe
    return name || e'\n' || abbr || e'\n' || code || e'\n' || contact`.execute(db)
  await sql`create index tenant_search on tenant
    using gin (search_grams(tenant_search_text(tenant_name, abbr, tenant_code, contact)))`.execute(db)
}
