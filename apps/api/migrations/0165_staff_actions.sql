-- What staff did with an order or a payment, and why: nobody changes it, the owner of the tables included.
create table staff_action (
  id bigint generated always as identity primary key,
  staff_id opaque_id not null,
  -- Of the click: sent again, it does nothing more.
  idempotency_key text not null check (length(idempotency_key) between 1 and 64),
  verb text not null check (verb in ('refund', 'resend', 'ask_again', 'book_as_paid', 'give_back')),
  purchase_id opaque_id not null,
  reference text,
  reason text not null check (length(reason) between 1 and 300),
  -- In numbers: what it did. Without names.
  facts jsonb not null,
  at timestamptz not null default clock_timestamp(),
  unique (staff_id, idempotency_key)
);
create index staff_action_of_purchase on staff_action (purchase_id, id);
create trigger staff_action_stays before update or delete on staff_action for each row execute function refuse_change();
create trigger staff_action_is_kept before truncate on staff_action execute function refuse_change();
