import { type Kysely, sql } from 'kysely'

/** The search within tenants of `0107`, by the index over folded text; in `user_name_key` names are folded already. */
async function searchWithinTenants(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function find_tenant_users(
      asked text[], key_word text, user_name text, special boolean, most integer)
    returns setof text
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
    declare
      mine text[] := array(select own from unnest(public.app_tenants()) own where own = any (asked) and own <> '0');
      runs_of_mine bigint[] := array(select public.tenant_run(own) from unnest(mine) own);
      person constant text := 'public.fold_text(public.user_search_text(full_name, email, phone, phone_key))';
      has_runs constant text := ' and (public.tenant_run(tenant_id) || public.search_runs(%1$s)) @> public.keyword_runs(%2$L)
        and (public.tenant_run(tenant_id) || public.search_runs(%1$s)) && %3$L::bigint[]';
      wanted text := public.fold_text(key_word);
      wanted_name text := public.fold_text(user_name);
      searched text := 'true';
      -- This form keeps the planner from also looking a large tenant up by its index, which takes longer than it saves.
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
      if wanted <> '' then
        searched := searched || format(has_runs, person, wanted, runs_of_mine);
      end if;
      if wanted_name <> '' then
        searched := searched || format(has_runs, 'user_name_key', wanted_name, runs_of_mine);
      end if;
      execute 'explain (format json) select id from public.tenant_user where ' || searched into plan;
      if plan::text !~ '"tenant_user_(search_folded|name_search_by_tenant)"' then
        return next null;
        return;
      end if;
      expected := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8;
      if most is not null and expected > 2000 then
        execute format('explain (format json) select id from public.tenant_user where tenant_id = any (%L)', mine) into plan;
        if expected > 0.0055 * (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 then
          return next null;
          return;
        end if;
      end if;
      -- A row with all ngrams of a long keyword need not have them in its order.
      if length(wanted) > 3 then
        rows_of := rows_of || format(' and position(%L in %s) > 0', wanted, person);
      end if;
      if length(wanted_name) > 3 then
        rows_of := rows_of || format(' and position(%L in user_name_key) > 0', wanted_name);
      end if;
      return query execute 'select id from public.tenant_user where ' || searched || ' and ' || rows_of || coalesce(' limit ' || most, '');
    end $$`.execute(db)
}

/** Folds the keys of user names. A key that another user has once it is folded stays as it is. */
async function foldUserNames(db: Kysely<unknown>): Promise<void> {
  await sql`do $do$
    declare
      found record;
    begin
      for found in select id, fold_text(user_name) as folded from app_user
        where user_name_key <> fold_text(user_name) loop
        begin
          update app_user set user_name_key = found.folded where id = found.id;
        exception when unique_violation then
          null;
        end;
      end loop;
    end $do$`.execute(db)
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await searchWithinTenants(db)
  // Row-level security holds for the owner too.
  await sql`set local role atrium_system`.execute(db)
  await foldUserNames(db)
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
}
