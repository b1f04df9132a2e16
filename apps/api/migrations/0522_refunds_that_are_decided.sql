-- A refund that no provider has made, because it has no such payment: a person has ended it, and settled with the buyer in another way where anything was owed.
alter table refund add column closed boolean not null default false;
alter table refund add constraint refund_closed check (not closed or (way = 'provider' and state = 'done')) not valid;
-- A person has taken back that money was for no ticket: it waits for a decision again.
alter table refund add column undone boolean not null default false;
alter table refund add constraint refund_undone check (not undone or for_no_ticket) not valid;

alter table staff_action drop constraint staff_action_verb_check;
alter table staff_action add constraint staff_action_verb_check
  check (verb in ('refund', 'resend', 'ask_again', 'book_as_paid', 'give_back', 'print', 'void', 'lower_price', 'complimentary', 'clear_name',
                  'change_places', 'bill_again', 'correct_mailbox', 'mail_aside', 'mail_back', 'close_given_back', 'close_refund',
                  'reopen_given_back')) not valid;
