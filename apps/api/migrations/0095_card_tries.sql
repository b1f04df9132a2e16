-- Payments by card that were not approved, for the limits on them (decision 025). The keys are hashed with the server's secret, so that
-- the table names neither people nor cards nor addresses. A row is written when its payment starts and deleted when that is approved.
create table card_try (
  reference text primary key check (reference ~ '^[0-9a-f]{32}$'),
  customer text not null,
  card text not null,
  network text not null,
  tried_at timestamptz not null default clock_timestamp(),
  declined boolean not null default false
);
create index card_tries_of_customer on card_try (customer, tried_at);
create index card_tries_of_card on card_try (card, tried_at);
-- A crowd behind one address has many payments under way; only declined ones count there.
create index card_tries_of_network on card_try (network, tried_at) where declined;

-- Why it was declined, as far as the buyer is told, and how many of its purchase had been by then.
alter table attempt add column decline_reason text check (decline_reason in ('funds', 'expired', 'call_bank', 'other'));
alter table attempt add column decline_count integer check (decline_count > 0);
-- The provider's own text; it told whoever tried stolen cards which of their data were right.
alter table attempt drop column customer_text;
