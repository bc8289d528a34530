import { type Kysely, sql } from 'kysely'

/** Where more of the tenants' users are expected, their list is walked sooner than these are put in order. */
const manyMatches = 2_000

/**
 * The same as a share of the tenants' users, a little above the one in 200 that the planner takes for what has a run that
 * it knows nothing of. Those are rare ones, for which a list is walked in vain.
 */
const manyOfTenants = 0.0055

/** The search within tenants of `0064`, by the runs of texts and tenants at once: it meets none of other tenants. */
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
      runs_of_mine bigint[] := array(select tenant_run(own) from unnest(mine) own);
      person constant text := 'user_search_text(full_name, email, phone, phone_key)';
      has_runs constant text := ' and (tenant_run(tenant_id) || search_runs(%1$s)) @> keyword_runs(%2$L)
        and (tenant_run(tenant_id) || search_runs(%1$s)) && %3$L::bigint[]';
      searched text := 'true';
      -- Not for the planner to look a large tenant up by its index as well, which takes longer than what it spares.
      rows_of text := format('(tenant_id = any (%L)) is true', mine);
      plan json;
      expected float8;
    begin
      if cardinality(mine) = 0 then
        return;
      end if;
      if not special then
        rows_of := rows_of || ' and user_type = ''0''';
      end if;
      if key_word <> '' then
        searched := searched || format(has_runs, person, key_word, runs_of_mine);
      end if;
      if user_name <> '' then
        searched := searched || format(has_runs, 'user_name_key', user_name, runs_of_mine);
      end if;
      execute 'explain (format json) select id from tenant_user where ' || searched into plan;
      if plan::text !~ '"tenant_user_(name_)?search_by_tenant"' then
        return next null;
        return;
      end if;
      expected := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8;
      if most is not null and expected > ${sql.lit(manyMatches)} then
        execute format('explain (format json) select id from tenant_user where tenant_id = any (%L)', mine) into plan;
        if expected > ${sql.lit(manyOfTenants)} * (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 then
          return next null;
          return;
        end if;
      end if;
      -- Whatever has all runs of a long keyword need not have them in its order.
      if length(lower(key_word)) > 3 then
        rows_of := rows_of || format(' and position(lower(%L) in lower(%s)) > 0', key_word, person);
      end if;
      if length(lower(user_name)) > 3 then
        rows_of := rows_of || format(' and position(lower(%L) in user_name_key) > 0', user_name);
      end if;
      return query execute 'select id from tenant_user where ' || searched || ' and ' || rows_of || coalesce(' limit ' || most, '');
    end $$`.execute(db)
  await sql`reset role`.execute(db)
  await sql`revoke create on schema public from atrium_system`.execute(db)
}
