-- Categories of the data dictionary. They are part of the product, and the server writes them when it starts.
create table dictionary_category (
  code text primary key,
  category_name text not null,
  category_name_en text not null,
  -- True: each tenant keeps its own entries. False: the platform keeps them, as tenant 0.
  is_tenant boolean not null,
  -- Category of the child entries, if the category has two levels.
  child_code text not null default '',
  -- Whether its entries have children.
  is_parent boolean not null,
  sort integer not null
);

grant select, insert, update, delete on dictionary_category to atrium_platform;
grant select on dictionary_category to atrium_tenant, atrium_system;
