-- Session of the suite in which a session of the OpenID provider began. Both end together.
create table openid_session (
  -- `uid` of the provider's session in openid_record.
  uid text primary key,
  session_hash text not null references session (token_hash) on delete cascade
);

create index openid_session_session on openid_session (session_hash);

grant select, insert, update, delete on openid_session to atrium_system;
