-- The product shop (decision 051): what a venue sells beside its tickets. The catalogue has products, their variants and how many there are
-- of each; what purchases have of them is theirs. Nothing counts down: a variant has left what no purchase has that is paid or can still be.
create table product (
  id integer generated always as identity primary key,
  -- Finds it again in the next import.
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 120),
  venue_id integer not null references venue,
  -- Null: for every show of the venue.
  show_id integer references show on delete cascade,
  -- When the performances start that it is sold for; null: for all of them.
  performances timestamptz[] check (cardinality(performances) > 0),
  position integer not null,
  name text not null check (length(name) between 1 and 80),
  description text check (length(description) between 1 and 500),
  -- Fetched at the venue, or handed over with tickets on paper.
  handover text not null check (handover in ('pickup', 'with_order')),
  most_per_purchase integer not null check (most_per_purchase between 1 and 100),
  -- So many for each ticket of the performance; null: it needs no ticket.
  most_per_ticket integer check (most_per_ticket between 1 and 100),
  -- All purchases of one person together.
  most_per_person integer check (most_per_person between 1 and 1000),
  image_hash text references image,
  image_alt text not null default '',
  -- Of the file that the picture was made from.
  image_source text,
  withdrawn boolean not null default false,
  constraint image_has_its_source check ((image_hash is null) = (image_source is null))
);
create index product_of_venue on product (venue_id);

create table product_variant (
  id integer generated always as identity primary key,
  product_id integer not null references product on delete cascade,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 40),
  position integer not null,
  -- Such as a size; null where a product has one variant only.
  name text check (length(name) between 1 and 40),
  -- Tax-included.
  price minor_units not null,
  tax_class_id integer not null references tax_class,
  -- How many there are to sell in all, sold ones among them.
  stock integer not null check (stock between 0 and 1000000),
  withdrawn boolean not null default false,
  unique (product_id, key)
);

create table purchase_product (
  purchase_id opaque_id not null references purchase on delete cascade,
  performance_id integer not null,
  variant_id integer not null,
  quantity integer not null check (quantity between 1 and 100),
  taken_at timestamptz not null default clock_timestamp(),
  -- Its money goes back: it is in stock again.
  returned_at timestamptz,
  primary key (purchase_id, performance_id, variant_id)
);
create index purchase_product_of_variant on purchase_product (variant_id);

-- The products of a purchase as pricing reads them with it: the same as `purchase_product`, and null where there are none, so that a
-- purchase without products costs no further read.
alter table purchase add column products jsonb check (jsonb_array_length(products) > 0);
