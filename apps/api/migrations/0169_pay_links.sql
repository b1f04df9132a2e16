-- A link with which somebody else pays an open purchase (decision 041). The code that the link carries is not kept, only its SHA-256 in
-- base64url; a link ends with its purchase, with the next link of the same purchase, or when its row is deleted.
create table pay_link (
  purchase_id opaque_id primary key references purchase on delete cascade,
  code_hash text not null unique check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  made_at timestamptz not null default clock_timestamp()
);
