import { type Kysely, sql } from 'kysely'

/** If more matches are expected, the caller reads the list in its order instead, as `planSearch` does. */
const maxExpected = 10_000

/**
 * Replaces the search of `0140`. It returns one null if a limit is given and more than `maxExpected` matches are
 * expected, and the matches otherwise. Only the planner's estimate tells that cheaply: the index builds the whole list
 * of matches before it returns the first, and the statistics of an index can be read by its owner alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await sql`create or replace function find_tenant_users(
      asked text[], key_word text, user_name text, special boolean, most integer)
    returns setof text
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
    declare
      tenants text[] := array(select own from unnest(public.app_tenants()) own where own = any (asked) and own <> '0');
      tenant_ngrams bigint[] := array(select public.tenant_run(own) from unnest(tenants) own);
      person constant text := 'public.fold_text(public.user_search_text(full_name, email, phone, phone_key))';
      has_ngrams constant text := ' and (public.tenant_run(tenant_id) || public.search_runs(%1$s)) @> public.keyword_runs(%2$L)
        and (public.tenant_run(tenant_id) || public.search_runs(%1$s)) && %3$L::bigint[]';
      wanted text := public.fold_text(key_word);
      wanted_name text := public.fold_text(user_name);
      matching text := 'select id from public.tenant_user where true';
      plan json;
    begin
      if cardinality(tenants) = 0 then
        return;
      end if;
      if wanted <> '' then
        matching := matching || format(has_ngrams, person, wanted, tenant_ngrams);
      end if;
      if wanted_name <> '' then
        matching := matching || format(has_ngrams, 'user_name_key', wanted_name, tenant_ngrams);
      end if;
      if most is not null then
        execute 'explain (format json) ' || matching into plan;
        if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 > ${sql.lit(maxExpected)} then
          return next null;
          return;
        end if;
      end if;
      -- The form "is true" keeps the planner from also reading the index of a large tenant's users.
      matching := matching || format(' and (tenant_id = any (%L)) is true', tenants);
      if not special then
        matching := matching || ' and user_type = ''0''';
      end if;
      -- A row may have all ngrams of a longer keyword in another order.
      if length(wanted) > 3 then
        matching := matching || format(' and position(%L in %s) > 0', wanted, person);
      end if;
      if length(wanted_name) > 3 then
        matching := matching || format(' and position(%L in user_name_key) > 0', wanted_name);
      end if;
      return query execute matching || coalesce(' limit ' || most, '');
    end $$`.execute(db)
  await sql`reset role`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
}
