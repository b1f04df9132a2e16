-- Valid tickets of an order were issued anew: others of the same places stand for them, so that what was printed, downloaded or mailed before is
-- void (decision 115). One row for each time; nobody changes it.
create table reissue (
  purchase_id opaque_id not null,
  -- The buyer, or the member of staff who did it for them.
  done_by opaque_id not null,
  by_staff boolean not null,
  -- Of the click: sent again, it gets this answer.
  idempotency_key text not null check (length(idempotency_key) between 1 and 64),
  ticket_count integer not null check (ticket_count > 0),
  -- Tickets that stayed as they were: used, given back, or of a performance that is over.
  left_count integer not null check (left_count >= 0),
  at timestamptz not null default clock_timestamp(),
  primary key (purchase_id, done_by, idempotency_key)
);
create trigger reissue_stays before update or delete on reissue for each row execute function refuse_change();
create trigger reissue_is_kept before truncate on reissue execute function refuse_change();

alter table staff_action drop constraint staff_action_verb_check;
alter table staff_action add constraint staff_action_verb_check
  check (verb in ('refund', 'resend', 'ask_again', 'book_as_paid', 'give_back', 'print', 'void', 'lower_price', 'complimentary', 'clear_name',
                  'change_places', 'bill_again', 'correct_mailbox', 'mail_aside', 'mail_back', 'close_given_back', 'close_refund',
                  'reopen_given_back', 'reissue')) not valid;
