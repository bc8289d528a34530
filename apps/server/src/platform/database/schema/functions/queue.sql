-- Adds a job to a queue, unless its key has a live one there. Only functions of the same owner call it, so that a
-- session can add the jobs of those functions and nothing else.
create function queue_job(queue_name text, body jsonb, key text, group_key text, due timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    insert into pgboss.job (name, data, singleton_key, group_id, start_after, keep_until, policy, retry_limit,
      retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds)
    select q.name, body, key, group_key, due, due + make_interval(secs => q.retention_seconds), q.policy,
      q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
      q.heartbeat_seconds
    from pgboss.queue q where q.name = queue_name
    on conflict do nothing;
    if found and due <= now() then
      -- The channel is pg-boss's own: pgboss_ and the hash of its schema's name.
      perform pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), queue_name);
    end if;
  end $$;
revoke execute on function queue_job from public;
