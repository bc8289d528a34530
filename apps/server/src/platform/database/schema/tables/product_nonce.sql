-- Signatures that products have already used.
create table product_nonce (
  software_id text not null references software (id) on delete cascade,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (software_id, nonce)
);

create index product_nonce_expires_at on product_nonce (expires_at);

grant select, insert, update, delete on product_nonce to atrium_system;
