-- Where customers live and work (EN-063..EN-074). `province` is the code of ISO 3166-2 without its country.
create table customer_address (
  id opaque_id primary key,
  customer_id text not null references customer on delete cascade,
  type text not null check (type in ('home', 'work')),
  reference text not null check (char_length(reference) <= 120),
  street text not null check (char_length(btrim(street)) between 1 and 120),
  number text not null check (char_length(btrim(number)) between 1 and 10),
  floor text not null check (char_length(floor) <= 10),
  department text not null check (char_length(department) <= 10),
  country text not null check (country in ('ar', 'py', 'mx')),
  province text not null check (province ~ '^[A-Z0-9]{1,3}$'),
  location text not null check (char_length(btrim(location)) between 1 and 80),
  postcode text not null check (postcode ~ '^[A-Z0-9]{4,8}$'),
  preferred boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
create index customer_address_customer on customer_address (customer_id);
create unique index customer_address_preferred on customer_address (customer_id) where preferred;

-- Of the others the newest takes the place of a preferred one that is removed.
alter table customer_phone add column created_at timestamptz not null default clock_timestamp();
