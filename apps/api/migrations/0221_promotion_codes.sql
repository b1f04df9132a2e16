-- Codes of promotions (decision 050). A promotion with codes applies to who has entered one. Uses are stock: a purchase takes one when its
-- buyer enters the code, and it is back when the purchase ends unpaid. Nothing counts down: the uses that count are those of purchases that
-- are paid or can still be, so a sweeper that is late neither loses one nor sells it twice.
alter table promotion add column needs_code boolean not null default false;
-- Most tickets of one person that it reduces, all purchases together.
alter table promotion add column per_customer integer check (per_customer between 1 and 1000);
alter table promotion add constraint limit_per_customer_needs_code check (needs_code or per_customer is null);

create table promotion_code (
  id integer generated always as identity primary key,
  promotion_id integer not null references promotion on delete cascade,
  -- As it is compared: capitals, without blanks.
  code text not null check (code ~ '^[A-Z0-9-]{4,40}$'),
  -- Purchases; null without a limit.
  most_uses integer check (most_uses between 1 and 1000000),
  withdrawn boolean not null default false,
  unique (promotion_id, code)
);
create index promotion_code_by_text on promotion_code (code);

create table promotion_use (
  purchase_id opaque_id not null references purchase on delete cascade,
  promotion_id integer not null,
  code_id integer not null,
  customer_id text not null,
  -- Most tickets that it reduces in this purchase; null without a limit.
  most_tickets integer check (most_tickets > 0),
  used_at timestamptz not null default clock_timestamp(),
  primary key (purchase_id, promotion_id)
);
create index promotion_use_of_code on promotion_use (code_id);
create index promotion_use_of_customer on promotion_use (promotion_id, customer_id);

-- The promotions that the buyer has entered a code for, as pricing reads them with the purchase: the same as `promotion_use`, and null
-- where there are none, so that a purchase without codes costs no further read.
alter table purchase add column promotions jsonb check (jsonb_array_length(promotions) > 0);
