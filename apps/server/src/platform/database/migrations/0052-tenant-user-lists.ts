import { type Kysely, sql } from 'kysely'
import { giveToSystem } from './grant.ts'

/** What of a person the lists of their tenants are searched and put in order by. */
const copied = ['full_name', 'user_name_key', 'email', 'phone', 'phone_key', 'user_type'] as const

/** What the lists are put in order by; names in the order in which people look for them. */
const orders = [
  ['full_name', sql`full_name collate "zh-x-icu"`],
  ['user_name_key', sql`user_name_key collate "zh-x-icu"`],
  ['email', sql`email`],
  ['enabled', sql`enabled`],
  ['join_date', sql`join_date`],
] as const

/** Where more are expected among all tenant users, the rows of a tenant are looked through sooner. */
const manyMatches = 2_000

/**
 * What makes the lists of a million tenant users quick. An index can be over the tenant and the person's name only where
 * both stand in one row, so that the row repeats what lists go by, and the database keeps it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tenant_user
    add column full_name text not null default '',
    add column user_name_key text not null default '',
    add column email text not null default '',
    add column phone text not null default '',
    add column phone_key text,
    add column user_type text not null default '0'`.execute(db)
  await copyPeople(db)
  for (const [column, place] of orders) {
    // The type comes along for lists that leave special users out: a late page then looks at no rows before it.
    await sql`create index ${sql.id(`tenant_user_by_${column}`)} on tenant_user (${place}, id)
      include (user_type)`.execute(db)
    await sql`create index ${sql.id(`tenant_user_of_tenant_by_${column}`)} on tenant_user (tenant_id, ${place}, id)
      include (user_type)`.execute(db)
  }
  await sql`create index tenant_user_search on tenant_user
    using gin (search_runs(user_search_text(full_name, email, phone, phone_key)))`.execute(db)
  await sql`create index tenant_user_name_search on tenant_user using gin (search_runs(user_name_key))`.execute(
    db,
  )
  await searchWithinTenants(db)
}

/** Copies people into their places, now and whenever one or the other changes. */
async function copyPeople(db: Kysely<unknown>): Promise<void> {
  const columns = copied.map((column) => sql.ref(column))
  const fromPerson = sql.join(columns.map((column) => sql`${column} = person.${column}`))
  await sql`grant update (${sql.join(columns)}) on tenant_user to atrium_system`.execute(db)
  // Row-level security holds for the owner too.
  await sql`set local role atrium_system`.execute(db)
  await sql`update tenant_user set ${fromPerson} from app_user person where person.id = user_id`.execute(db)
  await sql`reset role`.execute(db)
  // It waits for whoever changes the person at this moment, who does not see the new place yet.
  await sql`create function copy_person_into_place() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      person record;
    begin
      select ${sql.join(columns)} into person from app_user where id = new.user_id for share;
      -- Of nobody the foreign key has more to say.
      if found then
        ${sql.join(
          columns.map((column) => sql`new.${column} := person.${column};`),
          sql.raw('\n        '),
        )}
      end if;
      return new;
    end $$`.execute(db)
  await sql`create function copy_person_into_places() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      update tenant_user set ${sql.join(columns.map((column) => sql`${column} = new.${column}`))}
      where user_id = new.id;
      return null;
    end $$`.execute(db)
  const changed = (row: string) => sql`(${sql.join(columns.map((column) => sql`${sql.raw(row)}.${column}`))})`
  await sql`create trigger copy_person before insert or update of user_id on tenant_user
    for each row execute function copy_person_into_place()`.execute(db)
  await sql`create trigger copy_person after update of ${sql.join(columns)} on app_user
    for each row when (${changed('old')} is distinct from ${changed('new')})
    execute function copy_person_into_places()`.execute(db)
  for (const name of ['copy_person_into_place()', 'copy_person_into_places()']) {
    await sql`revoke all on function ${sql.raw(name)} from public`.execute(db)
    await giveToSystem(db, sql`function ${sql.raw(name)}`)
  }
}

/**
 * The search for a tenant's session, which row-level security keeps from every index of runs: a row's runs may be
 * compared only once it is known that the row may be seen. It looks at rows of the session's tenants alone, whatever it
 * is asked for, and answers their ids; the caller reads the rows under the policies.
 *
 * Where the planner would not use the index, or not all matches are wanted and it expects very many among all tenants, it
 * looks for none and answers one null. How many are very many nobody can ask: that would tell of other tenants. It changes nothing, but EXPLAIN is for volatile functions alone.
 */
async function searchWithinTenants(db: Kysely<unknown>): Promise<void> {
  await sql`create function find_tenant_users(
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
      if (most is not null and (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 > ${sql.lit(manyMatches)}) or plan::text !~ '"tenant_user_(name_)?search"' then
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
  const which = sql`function find_tenant_users(text[], text, text, boolean, integer)`
  await sql`revoke all on ${which} from public`.execute(db)
  await sql`grant execute on ${which} to atrium_tenant`.execute(db)
  await giveToSystem(db, which)
}
