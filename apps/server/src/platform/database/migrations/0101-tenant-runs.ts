import { type Kysely, sql } from 'kysely'

/** What a search needs to meet a tenant's users alone, however many others have; and keywords of fewer runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Below zero, where no run of characters is. Two tenants of one number are told apart by the row itself.
  await sql`create function tenant_run(tenant_id text) returns bigint
    language sql immutable strict parallel safe
    return hashtextextended(tenant_id, 0) | (1::bigint << 63)`.execute(db)
  await keywordRuns(db)
}

/**
 * Of a keyword of more than three characters every other run and the last, and none behind the @: what is found is looked
 * through for the whole keyword anyway, and to compare all runs takes longer than what it rules out, the most so with
 * runs such as "exa" and "com" of an address, which nearly every row has. Of every third, which would have each
 * character once, ten times as many rows may be left to look through.
 */
async function keywordRuns(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function keyword_runs(keyword text) returns bigint[]
    language plpgsql immutable strict parallel unsafe as $$
    declare
      letters text[] := string_to_array(lower(keyword), null);
      sign integer := array_position(letters, '@');
      last integer;
    begin
      if sign > 2 then
        letters := letters[:sign];
      end if;
      last := cardinality(letters) - 2;
      if last < 1 then
        return array[(select bit_or(ascii(letter)::bigint << (21 * (cardinality(letters) - place)::int))
                      from unnest(letters) with ordinality as row (letter, place))];
      end if;
      return array(
        select (ascii(letters[place])::bigint << 42) | (ascii(letters[place + 1])::bigint << 21) | ascii(letters[place + 2])
        from (select generate_series(1, last, 2) union select last) as starts (place)
        order by place);
    end $$`.execute(db)
}
