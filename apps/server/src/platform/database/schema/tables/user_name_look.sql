-- Appearance of user names (UTS 39), so that no new name looks like another. They are not stored with the users,
-- because that would rewrite a million rows.
create table user_name_look (
  look text primary key,
  user_id text not null references app_user (id)
);

create index user_name_look_user_id on user_name_look (user_id);

grant select, insert on user_name_look to atrium_platform, atrium_system;
-- For pseudonymising: the look stays reserved as a digest.
grant update (look) on user_name_look to atrium_system;
