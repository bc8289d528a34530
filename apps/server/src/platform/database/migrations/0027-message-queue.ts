import { type Kysely, sql } from 'kysely'

/**
 * Messages are sent through a job queue, whose schema `installQueues` makes after the migrations. An attempt may
 * end as 'unanswered': sent, and nobody knows whether it was taken. `next_try_at` stays for the version before,
 * which sends on by it: 'infinity' keeps it off what the queue looks after.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message_attempt
    drop constraint message_attempt_outcome_check,
    add constraint message_attempt_outcome_check
      check (outcome in ('delivered', 'deferred', 'unreachable', 'refused', 'expired', 'unanswered'))`.execute(
    db,
  )
  await queueMessage(db)
}

/**
 * Adds the job that sends a message, unless it has a living one. It runs with the owner's rights, so that a tenant's
 * session can add jobs and nothing else in the queue's schema; a job holds the message's key alone.
 */
async function queueMessage(db: Kysely<unknown>): Promise<void> {
  await sql`create function queue_message(
      kind text, tenant text, message text, due timestamptz default now()) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      insert into pgboss.job (name, data, singleton_key, start_after, keep_until, policy, retry_limit, retry_delay,
        retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds)
      select q.name, jsonb_build_object('tenantId', tenant, 'id', message), message, due,
        due + make_interval(secs => q.retention_seconds), q.policy, q.retry_limit, q.retry_delay,
        q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds
      from pgboss.queue q where q.name = 'message-' || kind
      on conflict do nothing;
      if found and due <= now() then
        -- The queue's own channel: pgboss_ and the hash of its schema's name.
        perform pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'message-' || kind);
      end if;
    end $$`.execute(db)
  await sql`revoke all on function queue_message from public`.execute(db)
  await sql`grant execute on function queue_message to atrium_tenant, atrium_platform, atrium_system`.execute(
    db,
  )
}
