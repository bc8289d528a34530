-- Tenants of the session, for row-level security. They are a setting of the transaction. If the setting is missing,
-- or an earlier transaction left it empty, the session sees nothing.
create function app_tenants() returns text[]
  language sql stable parallel safe
  return nullif(current_setting('app.tenants', true), '')::text[];
