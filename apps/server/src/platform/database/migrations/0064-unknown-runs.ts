import { type Kysely, sql } from 'kysely'

/**
 * Where more of all tenant users are expected, the rows of a tenant are looked through sooner: a share, a little above the
 * one in 200 that the planner takes for what has a run that it knows nothing of. Those are rare ones, and to look rows
 * through for them is in vain.
 */
const manyMatches = 0.0055

/** The search within tenants of migration 52, which took unknown runs for common ones from 400,000 tenant users on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The function belongs to atrium_system, which may otherwise make nothing here.
  await sql`grant create on schema public to atrium_system`.execute(db)
  await sql`set local role atrium_system`.execute(db)
  await sql`create or replace function find_tenant_users(
      asked text[], key_word text, user_name text, special boolean, most integer)
    returns setof text
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      mine text[] := array(select own from unnest(app_tenants()) own where own = any (asked) and own <> '0');
      searched text := 'true';
      -- Not for the planner to look a large tenant up by its index as well, which takes longer than what it spares.
      rows_of text := format('(tenant_id = any (%L)) is true', mine);
      plan json;
    begin
      if cardinality(mine) = 0 then
        return;
      end if;
      if not special then
        rows_of := rows_of || ' and user_type = ''0''';
      end if;
      if key_word <> '' then
        searched := searched || format(' and search_runs(user_search_text(full_name, email, phone, phone_key))
          @> keyword_runs(%L)', key_word);
      end if;
      if user_name <> '' then
        searched := searched || format(' and search_runs(user_name_key) @> keyword_runs(%L)', user_name);
      end if;
      execute 'explain (format json) select id from tenant_user where ' || searched into plan;
      if plan::text !~ '"tenant_user_(name_)?search"' or (most is not null and (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8
          > ${sql.lit(manyMatches)} * (select reltuples from pg_class where oid = 'tenant_user'::regclass)) then
        return next null;
        return;
      end if;
      -- Whatever has all runs of a long keyword need not have them in its order.
      if length(lower(key_word)) > 3 then
        rows_of := rows_of || format(' and position(lower(%L) in lower(user_search_text(full_name, email, phone, phone_key))) > 0',
          key_word);
      end if;
      if length(lower(user_name)) > 3 then
        rows_of := rows_of || format(' and position(lower(%L) in user_name_key) > 0', user_name);
      end if;
      return query execute 'select id from tenant_user where ' || searched || ' and ' || rows_of || coalesce(' limit ' || most, '');
    end $$`.execute(db)
  await sql`reset role`.execute(db)
  await sql`revoke create on schema public from atrium_system`.execute(db)
}
