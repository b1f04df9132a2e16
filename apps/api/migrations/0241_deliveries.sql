-- Tickets on paper (decision 053): fetched at a point of sale, or brought home at the price of the address's zone.
alter table delivery_type drop constraint delivery_type_kind_check;
alter table delivery_type add constraint delivery_type_kind_check check (kind in ('eticket', 'box_office', 'point', 'home'));
-- So long before the first performance of a purchase it is offered no more.
alter table delivery_type add column closes_hours integer check (closes_hours between 0 and 2000);

create table delivery_point (
  id integer primary key check (id > 0),
  delivery_type_id integer not null references delivery_type,
  name label not null,
  address text not null check (length(address) between 1 and 200),
  city text not null check (length(city) between 1 and 120),
  hours text check (length(hours) between 1 and 200),
  position integer not null,
  active boolean not null default true
);
create index delivery_point_of_type on delivery_point (delivery_type_id);

create table delivery_zone (
  id integer primary key check (id > 0),
  delivery_type_id integer not null references delivery_type,
  name label not null,
  country text not null check (country in ('ar', 'py', 'mx')),
  -- Codes of ISO 3166-2 without the country; empty: all of the country.
  provinces text[] not null,
  -- What a postcode begins with; empty: any.
  postcodes text[] not null,
  price minor_units not null,
  position integer not null,
  active boolean not null default true
);
create index delivery_zone_of_type on delivery_zone (delivery_type_id);

alter table purchase add column delivery_point_id integer;
alter table purchase add column delivery_zone_id integer;
-- Of the account it was chosen from; what is written on the parcel is the copy in `delivery_address`.
alter table purchase add column delivery_address_id text;

create table delivery_address (
  purchase_id opaque_id primary key references purchase on delete cascade,
  address text not null check (length(address) between 1 and 600)
);

-- What staff did with the tickets of an order, one step after the other; nobody changes it. The last one is the state.
create table delivery_step (
  purchase_id opaque_id not null,
  position integer not null check (position between 1 and 3),
  state text not null check (state in ('prepared', 'sent', 'delivered', 'picked_up')),
  staff_id opaque_id not null,
  -- Of the click: sent again, it does nothing more.
  idempotency_key text not null check (length(idempotency_key) between 1 and 64),
  -- Such as the number of a parcel; without names.
  note text check (length(note) between 1 and 300),
  at timestamptz not null default clock_timestamp(),
  primary key (purchase_id, position),
  unique (staff_id, idempotency_key)
);
create trigger delivery_step_stays before update or delete on delivery_step for each row execute function refuse_change();
create trigger delivery_step_is_kept before truncate on delivery_step execute function refuse_change();
