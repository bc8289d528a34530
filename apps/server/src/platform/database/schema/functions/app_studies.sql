-- Studies of an inspector's session, for row-level security; null in every other session.
create function app_studies() returns text[]
  language sql stable parallel safe
  return nullif(current_setting('app.studies', true), '')::text[];
