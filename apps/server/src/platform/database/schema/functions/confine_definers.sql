-- Functions that run with their owner's rights (security definer) belong to `atrium_definer`, which has the rights of
-- `atrium_system`; the partitioned tables belong to `atrium_partitioner`. Neither is a superuser, and no login can
-- assume either role. This function transfers functions and tables to these roles, and revokes the right to temporary
-- objects from PUBLIC. The owner calls it at each start, because a restore changes owners, and a copy of a database
-- has the right again.
create function confine_definers() returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  declare
    me constant name := current_user;
    item record;
  begin
    perform pg_advisory_xact_lock(hashtext('atrium definers'));
    -- If the owner of the schema may not revoke the right, the start fails later, with a message that says who can.
    if has_database_privilege('public', current_database(), 'TEMPORARY') then
      begin
        execute format('revoke temporary on database %I from public', current_database());
      exception when insufficient_privilege then null;
      end;
    end if;
    if has_schema_privilege('public', 'public', 'CREATE') then
      revoke create on schema public from public;
    end if;
    if not has_schema_privilege('atrium_partitioner', 'public', 'CREATE') then
      grant create on schema public to atrium_partitioner;
    end if;
    for item in
      with whole as (select unnest(array['audit_event', 'message', 'message_attempt']) as name)
      select c.oid::regclass as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relowner <> 'atrium_partitioner'::regrole
        and (c.relname in (select name from whole) or c.oid in (
          select i.inhrelid from pg_inherits i, whole where i.inhparent = to_regclass('public.' || whole.name)))
    loop
      execute format('alter table %s owner to atrium_partitioner', item.name);
    end loop;
    for item in
      select p.oid::regprocedure as name, p.proowner as before, o.owner
      from pg_proc p, lateral (select case p.proname
        when 'make_partitions' then 'atrium_partitioner' else 'atrium_definer' end::name as owner) o
      where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and (p.proowner <> o.owner::text::regrole or has_function_privilege('public', p.oid, 'EXECUTE'))
    loop
      execute format('grant create on schema public to %I', item.owner);
      -- Only a member of atrium_system, or a superuser, can change the owner of that role's functions.
      if pg_has_role(item.owner, item.before, 'USAGE') then
        execute format('set local role %I', item.owner);
      end if;
      execute format('alter function %s owner to %I', item.name, item.owner);
      execute format('set local role %I', item.owner);
      execute format('revoke execute on function %s from public', item.name);
      execute format('set local role %I', me);
    end loop;
    revoke create on schema public from atrium_definer;
    -- Every login calls these functions before it sets one of the server's roles.
    for item in
      select p.oid::regprocedure as name, m.member::regrole as login
      from pg_proc p, pg_auth_members m
      where p.pronamespace = 'public'::regnamespace
        and p.proname in ('find_session', 'spend_password_nonces', 'clear_login_failures')
        and m.roleid = 'atrium_system'::regrole and not has_function_privilege(m.member, p.oid, 'EXECUTE')
    loop
      set local role atrium_definer;
      execute format('grant execute on function %s to %s', item.name, item.login);
      execute format('set local role %I', me);
    end loop;
  end $$;
revoke execute on function confine_definers from public;
