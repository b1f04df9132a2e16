-- Why staff put a mail aside. It goes with its row, and stands in the staff's log.
alter table undelivered_mail add column aside_reason text;
alter table undelivered_mail add constraint undelivered_mail_aside_reason_length check (length(aside_reason) between 1 and 300) not valid;
alter table undelivered_mail add constraint undelivered_mail_reason check (aside_reason is null or ending = 'aside') not valid;

-- A mail may be of no order.
alter table staff_action alter column purchase_id drop not null;
alter table staff_action drop constraint staff_action_verb_check;
alter table staff_action add constraint staff_action_verb_check
  check (verb in ('refund', 'resend', 'ask_again', 'book_as_paid', 'give_back', 'print', 'void', 'lower_price', 'complimentary', 'clear_name',
                  'change_places', 'bill_again', 'correct_mailbox', 'mail_aside', 'mail_back', 'close_given_back')) not valid;

-- What was given back elsewhere was for no ticket, as a person decided: counted, so that nothing of it waits for a decision any more.
alter table refund add column for_no_ticket boolean not null default false;
alter table refund add constraint refund_for_no_ticket
  check (not for_no_ticket or (way = 'elsewhere' and amount = 0 and covered > 0 and tickets = '[]')) not valid;
create trigger refund_for_no_ticket_fact before update of for_no_ticket on refund for each row execute function refuse_change();
