-- Until when begins and ends of access have been noted for products, and those of trainings. One row.
create table access_clock (
  id smallint primary key default 1 check (id = 1),
  noted_until timestamptz not null default now(),
  trainings_noted_until timestamptz not null default now()
);

-- Notes which rights began or ended since it ran last, so that products are notified. Authorizations that end are
-- deleted, which notes them. A process that finds another one at work leaves it to that.
create function note_periods() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    noted timestamptz;
  begin
    insert into public.access_clock default values on conflict do nothing;
    select noted_until into noted from public.access_clock for update skip locked;
    if not found then
      return;
    end if;
    perform public.note_member_access(array_agg(tenant_id), array_agg(user_id))
    from public.tenant_user
    where access_from > noted and access_from <= now() or access_until > noted and access_until <= now()
    having count(*) > 0;
    perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
    from public.study_user
    where access_from > noted and access_from <= now() and tenant_user_id is not null
    having count(*) > 0;
    update public.access_clock set noted_until = now();
  end $$;
revoke execute on function note_periods from public;
grant execute on function note_periods to atrium_system;
grant select, insert, update on access_clock to atrium_system;
