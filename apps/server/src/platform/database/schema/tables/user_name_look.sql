-- What user names look like (UTS 39), so that no new name looks like another. Apart from the users: a million
-- rows need not be rewritten.
create table user_name_look (
  look text primary key,
  user_id text not null references app_user (id)
);

create index user_name_look_user_id on user_name_look (user_id);

grant select, insert on user_name_look to atrium_platform, atrium_system;
