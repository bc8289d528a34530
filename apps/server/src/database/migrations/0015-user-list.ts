import { type Kysely, sql } from 'kysely'

const sortable = ['full_name', 'user_name_key', 'email', 'phone', 'status', 'created_at']

/** What makes a list of a million users quick to search and to put in order, and what giving them passwords needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await searchRuns(db)
  // A line break between the fields, so that no keyword matches across two of them. A number is also found as
  // digits alone, whatever it is written with.
  await sql`create function user_search_text(name text, email text, phone text, phone_key text) returns text
    language sql immutable parallel safe
    return name || e'\n' || email || e'\n' || phone || e'\n' || coalesce(nullif(phone_key, phone), '')`.execute(
    db,
  )
  await sql`create index app_user_search on app_user
    using gin (search_runs(user_search_text(full_name, email, phone, phone_key)))`.execute(db)
  await sql`create index app_user_name_search on app_user using gin (search_runs(user_name_key))`.execute(db)
  await sql`drop index app_user_created_at`.execute(db)
  for (const column of sortable) {
    // The key comes last so that equal values have one order; with the type beside it, which most lists leave
    // special users out by, a late page is found in the index alone.
    await sql`create index ${sql.id(`app_user_list_${column}`)} on app_user (${sql.ref(column)}, id)
      include (user_type)`.execute(db)
  }
  await sql`alter table app_user add column password_valid_until timestamptz`.execute(db)
  // Nothing is ever changed by it, but a row can only be locked, so that it stays, with a right to change it.
  await sql`grant update (row_version) on role, area to atrium_system`.execute(db)
}

/**
 * Contains-search for large tables: an index over every run of one, two and three characters. Of three, since
 * runs of two Latin letters are in too many texts. A run is a number made of its characters' code points,
 * 21 bits each: shorter than text, and compared without a collation.
 */
async function searchRuns(db: Kysely<unknown>): Promise<void> {
  await sql`create function search_runs(value text) returns bigint[]
    language plpgsql immutable strict parallel safe as $$
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
    language plpgsql immutable strict parallel safe as $$
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
