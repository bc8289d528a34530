-- Uploads in progress, so that what a killed process left in the store can be found.
create table file_upload (
  content_key text primary key,
  begun_at timestamptz not null default now()
);

create index file_upload_begun on file_upload (begun_at);

grant select, insert, delete on file_upload to atrium_system;
