import { type Kysely, sql } from 'kysely'

/** What the list of invitations shows and checks, and the daily limit of mails that administrators cause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A tenant's session does not see an inviter who has left, nor what an invitation was for once it is closed.
  await sql`alter table invitation
    add inviter_name text not null default '',
    add study_url_ids text[] not null default '{}'`.execute(db)
  await sql`create function can_sign_in(who text) returns boolean
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select exists (select from public.app_user u where u.id = who and u.status = '0') $$`.execute(db)
  await spendCausedMails(db)
  for (const name of ['can_sign_in(text)', 'spend_caused_mails(text[], integer, timestamptz)']) {
    const which = sql`function ${sql.raw(name)}`
    await sql`revoke all on ${which} from public`.execute(db)
    await sql`grant execute on ${which} to atrium_platform, atrium_tenant, atrium_system`.execute(db)
  }
  await sql`select confine_definers()`.execute(db)
}

/**
 * Counts one mail for each recipient in the current day, which has 25 hours at most, and returns those who were below
 * the limit. It runs with the rights of its owner, so that a session of a tenant can count its mails and touch no other
 * limit. Rows are locked in one order, so that two who write to the same people wait for each other.
 */
async function spendCausedMails(db: Kysely<unknown>): Promise<void> {
  await sql`create function spend_caused_mails(recipients text[], most integer, day_ends timestamptz) returns setof text
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
    declare
      today_ends constant timestamptz := least(day_ends, clock_timestamp() + interval '26 hours');
    begin
      return query
        insert into public.rate_limit as kept (bucket, used, ends_at)
        select distinct 'caused:' || recipient, 1, today_ends from unnest(recipients) recipient order by 1
        on conflict (bucket) do update set
          used = case when kept.ends_at <= clock_timestamp() then 1 else kept.used + 1 end,
          ends_at = case when kept.ends_at <= clock_timestamp() then today_ends else kept.ends_at end
        where kept.ends_at <= clock_timestamp() or kept.used < most
        returning substr(bucket, length('caused:') + 1);
    end $$`.execute(db)
}
