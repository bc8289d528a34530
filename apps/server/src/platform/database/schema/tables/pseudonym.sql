-- Names and contacts that the account of a pseudonymised person once had, as digests. The sealed trail and signed records
-- still contain the texts; readers find the pseudonym in their place. All sessions may read the rows: a digest is only
-- compared with a text that the reader already has.
create table pseudonym (
  user_id text not null references app_user (id),
  digest text not null,
  -- A contact or user name is one person's wherever a record from before the pseudonym has it. A name may be that of
  -- several people.
  kind text not null check (kind in ('name', 'contact')),
  pseudonym text not null,
  created_at timestamptz not null default now(),
  primary key (digest, user_id)
);

create index pseudonym_user_id on pseudonym (user_id);

-- Digest of a name or contact, without regard to case and outer spaces.
create function personal_digest(content text) returns text
  language sql immutable strict parallel safe
  return encode(sha256(convert_to('atrium ' || lower(btrim(content)), 'UTF8')), 'hex');

grant select on pseudonym to atrium_platform, atrium_tenant;
grant select, insert on pseudonym to atrium_system;

-- Fields that readers find in former images of access instead of those of pseudonymised people.
create function pseudonym_images() returns table (kind text, id text, image jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    with person as materialized (
      select p.id, p.full_name, p.user_name from public.app_user p where p.pseudonymised_at is not null)
    select of_person.kind, p.id, jsonb_build_object('name', p.full_name, 'nameEn', '', 'userName', p.user_name)
    from person p cross join unnest(array['user', 'person']) as of_person (kind)
    union all
    select 'invitation', i.id, jsonb_build_object('email', i.email)
    from person p join public.invitation i on i.email = p.user_name $$;
revoke execute on function pseudonym_images from public;
grant execute on function pseudonym_images to atrium_platform, atrium_tenant, atrium_system;
