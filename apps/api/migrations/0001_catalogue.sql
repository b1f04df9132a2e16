create domain seo_name as text check (value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(value) <= 120);
create domain label as text check (value = btrim(value) and length(value) between 1 and 200);
create domain minor_units as bigint check (value between 0 and 1000000000000);
create domain basis_points as integer check (value between 0 and 10000);
create domain colour as text check (value ~ '^#[0-9a-f]{6}$');
create domain content_hash as text check (value ~ '^[0-9a-f]{32}$');

create table tax_class (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z0-9.-]{1,40}$'),
  name label not null,
  rate basis_points not null
);
insert into tax_class (code, name, rate) values ('iva-21', 'IVA 21 %', 2100), ('iva-10.5', 'IVA 10,5 %', 1050), ('exempt', 'Exento', 0);

create table show_type (
  id integer primary key check (id > 0),
  name label not null unique,
  -- Null sorts last (EN-015).
  position integer
);

create table venue (
  id integer generated always as identity primary key,
  seo seo_name not null unique,
  name label not null,
  address text not null default '' check (length(address) <= 200),
  city text not null default '' check (length(city) <= 120),
  time_zone text not null check (length(time_zone) between 1 and 60)
);

-- A version never changes: sold tickets name places by their index in it.
create table venue_map (
  id integer generated always as identity primary key,
  venue_id integer not null references venue,
  hash content_hash not null,
  authoring jsonb not null check (jsonb_typeof(authoring) = 'object'),
  place_count integer not null check (place_count between 1 and 1000000),
  current boolean not null default true,
  created_at timestamptz not null default now(),
  unique (venue_id, hash),
  unique (id, venue_id)
);
create unique index one_current_map_per_venue on venue_map (venue_id) where current;

create table sector (
  id integer generated always as identity primary key,
  venue_map_id integer not null references venue_map,
  position integer not null check (position >= 0),
  -- Of the section in the map.
  code label not null,
  name label not null,
  kind text not null check (kind in ('seated', 'standing', 'quantity')),
  first_place integer not null check (first_place >= 0),
  place_count integer not null check (place_count between 1 and 1000000),
  -- Ids of the map's categories that its places have; price levels name them.
  categories text[] not null check (cardinality(categories) >= 1),
  unique (venue_map_id, position),
  unique (venue_map_id, code),
  constraint sectors_share_no_place exclude using gist (
    int8range((venue_map_id::bigint << 32) + first_place, (venue_map_id::bigint << 32) + first_place + place_count) with &&
  )
);

create table show (
  id integer generated always as identity primary key,
  seo seo_name not null unique,
  show_type_id integer not null references show_type,
  -- Where it is at home; a performance may be elsewhere.
  venue_id integer not null references venue,
  name label not null,
  subtitle text check (length(subtitle) between 1 and 200),
  description text check (length(description) between 1 and 10000),
  credits text check (length(credits) between 1 and 1000),
  age_note text check (length(age_note) between 1 and 100),
  duration_minutes integer check (duration_minutes between 1 and 1440),
  listed boolean not null default true,
  position integer not null default 0
);
create index show_by_type on show (show_type_id);

create table image (
  hash content_hash primary key,
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif')),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  bytes bytea not null check (octet_length(bytes) between 1 and 4194304)
);

create table show_image (
  show_id integer not null references show on delete cascade,
  kind text not null check (kind in ('poster', 'featured', 'header', 'thumbnail', 'share')),
  alt text not null check (length(alt) <= 500),
  ink colour,
  -- Of the file it was made from, so that importing it again makes nothing anew.
  source_hash content_hash not null,
  image_hash content_hash not null references image,
  primary key (show_id, kind)
);

create table show_image_variant (
  show_id integer not null,
  kind text not null,
  image_hash content_hash not null references image,
  primary key (show_id, kind, image_hash),
  foreign key (show_id, kind) references show_image on delete cascade
);

create table performance (
  id integer generated always as identity primary key,
  show_id integer not null references show,
  venue_id integer not null references venue,
  venue_map_id integer,
  starts_at timestamptz not null,
  doors_at timestamptz check (doors_at <= starts_at),
  on_sale_at timestamptz check (on_sale_at <= starts_at),
  state text not null check (state in ('announced', 'on_sale', 'sold_out', 'cancelled')),
  unique (show_id, starts_at, venue_id),
  -- The map is one of the same venue.
  foreign key (venue_map_id, venue_id) references venue_map (id, venue_id),
  constraint only_places_are_sold check (state <> 'on_sale' or venue_map_id is not null)
);
create index performance_by_start on performance (starts_at);

create table price_level (
  id integer generated always as identity primary key,
  performance_id integer not null references performance on delete cascade,
  position integer not null check (position >= 0),
  name label not null,
  color colour,
  -- Id of a category of the venue's map.
  category label not null,
  unique (performance_id, category)
);

create table price_type (
  id integer generated always as identity primary key,
  price_level_id integer not null references price_level on delete cascade,
  position integer not null check (position >= 0),
  name label not null,
  face_value minor_units not null,
  tax_class_id integer not null references tax_class,
  unique (price_level_id, name)
);

-- What a ticket costs beside its face value; a performance's own charge replaces the show's of the same kind and channel.
create table charge (
  id integer generated always as identity primary key,
  show_id integer references show on delete cascade,
  performance_id integer references performance on delete cascade,
  kind text not null check (kind in ('service', 'anti_fraud_qr')),
  channel text not null check (channel in ('online', 'box_office')),
  percent basis_points not null default 0,
  fixed minor_units not null default 0,
  tax_class_id integer not null references tax_class,
  constraint charge_of_one check (num_nonnulls(show_id, performance_id) = 1),
  constraint qr_is_fixed check (kind <> 'anti_fraud_qr' or percent = 0),
  unique (show_id, kind, channel),
  unique (performance_id, kind, channel)
);

-- An announced performance goes on sale by itself when its time has come.
create view performance_now as
  select id, show_id, venue_id, venue_map_id, starts_at, doors_at, on_sale_at,
         case when state = 'announced' and on_sale_at <= now() and venue_map_id is not null then 'on_sale' else state end as state
    from performance;

create view performance_charge as
  select distinct on (performance.id, charge.kind, charge.channel)
         performance.id as performance_id, charge.kind, charge.channel, charge.percent, charge.fixed, tax_class.rate as tax_rate
    from performance
    join charge on charge.performance_id = performance.id or charge.show_id = performance.show_id
    join tax_class on tax_class.id = charge.tax_class_id
   order by performance.id, charge.kind, charge.channel, charge.performance_id nulls last;
