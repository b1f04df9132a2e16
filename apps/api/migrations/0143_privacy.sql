-- An account that was erased (decision 036): its row stays, because purchases name it, and nothing in it says whose it was.
alter table customer add column erased_at timestamptz;
alter table customer
  alter column email drop not null,
  alter column first_name drop not null,
  alter column last_name drop not null,
  alter column gender drop not null,
  alter column document_type drop not null,
  alter column document_number drop not null,
  alter column birthday drop not null,
  alter column country drop not null,
  alter column password_hash drop not null;
alter table customer add constraint customer_erased check (case
  when erased_at is null then num_nulls(email, first_name, last_name) = 0
  else num_nonnulls(email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash,
                    email_confirmed_at) = 0
end);

-- The module knows the purposes; each new one would be a migration otherwise.
alter table mail_code drop constraint mail_code_purpose_check;
alter table mail_code add constraint mail_code_purpose_check check (purpose ~ '^[a-z]+(-[a-z]+)*$');

-- Everything about a person, made for them: a few days, for their own session alone.
create table data_export (
  id opaque_id primary key,
  customer_id text not null references customer on delete cascade,
  requested_at timestamptz not null default clock_timestamp(),
  -- JSON, compressed by gzip; null until it was made.
  content bytea,
  made_at timestamptz,
  -- Of a finished one.
  expires_at timestamptz,
  check (num_nulls(content, made_at, expires_at) in (0, 3))
);
create index data_export_of_customer on data_export (customer_id, requested_at desc);
create index data_export_requested on data_export (requested_at);

-- Whether a person wants news by mail: each time that they said so or took it back, and which text they had read. The newest counts.
create table marketing_consent (
  customer_id text not null references customer on delete cascade,
  id bigint generated always as identity,
  given boolean not null,
  text_version text not null check (char_length(text_version) between 1 and 20),
  place text not null check (place in ('sign-up', 'account')),
  at timestamptz not null default clock_timestamp(),
  primary key (customer_id, id)
);
create trigger marketing_consent_stays before update on marketing_consent for each row execute function refuse_change();
