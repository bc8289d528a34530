-- Menus of each role.
create table role_menu (
  role_id text not null references role (id) on delete cascade,
  menu_id text not null references menu (id) on delete cascade,
  primary key (role_id, menu_id)
);

create index role_menu_menu on role_menu (menu_id);

grant select, insert, update, delete on role_menu to atrium_platform;
grant select on role_menu to atrium_tenant, atrium_system;
