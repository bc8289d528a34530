import { type Kysely, sql } from 'kysely'

/**
 * Contains-search that serves Chinese, where a name of two characters is ordinary, and millions of rows: an index
 * over every run of one, two and three characters. Of three, since runs of two Latin letters are in too many texts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await searchRuns(db)
  // A line break between the fields, so that no keyword matches across two of them.
  await sql`create function tenant_search_text(name text, abbr text, code text, contact text) returns text
    language sql immutable strict parallel safe
    return name || e'\n' || abbr || e'\n' || code || e'\n' || contact`.execute(db)
  await sql`create index tenant_search on tenant
    using gin (search_runs(tenant_search_text(tenant_name, abbr, tenant_code, contact)))`.execute(db)
}

/**
 * A run is a number made of its characters' code points, 21 bits each: shorter than text, and compared without a
 * collation. To make a text's runs is dear, as the planner is told, so that it does not think to do without the
 * index; and it is not to make up for that with parallel workers, who take longer to start than a search lasts.
 */
async function searchRuns(db: Kysely<unknown>): Promise<void> {
  await sql`create function search_runs(value text) returns bigint[]
    language plpgsql immutable strict parallel safe cost 1000 as $$
    declare
      letter text;
      code bigint;
      one bigint;
      two bigint;
      runs bigint[] := '{}';
    begin
      foreach letter in array string_to_array(lower(value), null) loop
        code := ascii(letter);
        runs := runs || code;
        if one is not null then
          runs := runs || ((one << 21) | code);
        end if;
        if two is not null then
          runs := runs || ((two << 21) | code);
        end if;
        two := (one << 21) | code;
        one := code;
      end loop;
      return runs;
    end $$`.execute(db)
  await sql`create function keyword_runs(keyword text) returns bigint[]
    language plpgsql immutable strict parallel unsafe as $$
    declare
      letters text[] := string_to_array(lower(keyword), null);
      runs bigint[] := '{}';
    begin
      if cardinality(letters) < 3 then
        return array[(select bit_or(ascii(letter)::bigint << (21 * (cardinality(letters) - place)::int))
                      from unnest(letters) with ordinality as row (letter, place))];
      end if;
      for i in 1 .. cardinality(letters) - 2 loop
        runs := runs || ((ascii(letters[i])::bigint << 42) | (ascii(letters[i + 1])::bigint << 21)
                         | ascii(letters[i + 2]));
      end loop;
      return runs;
    end $$`.execute(db)
}
