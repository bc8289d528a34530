-- The tenants of the session, which row-level security compares with: a setting of the transaction. Without the
-- setting, or where an earlier transaction left it empty, the session sees nothing.
create function app_tenants() returns text[]
  language sql stable parallel safe
  return nullif(current_setting('app.tenants', true), '')::text[];
