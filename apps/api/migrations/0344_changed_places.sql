-- A counter changes the places of a sold order (decision 067): each moved ticket is void, and another one stands for it. What was printed on
-- it is kept here, because `purchase.priced` has the new place; null for every other ticket.
alter table ticket add column replaced jsonb;
alter table ticket add constraint replaced_is_void check (replaced is null or state = 'void') not valid;
alter table staff_action drop constraint staff_action_verb_check;
alter table staff_action add constraint staff_action_verb_check
  check (verb in ('refund', 'resend', 'ask_again', 'book_as_paid', 'give_back', 'print', 'void', 'lower_price', 'complimentary', 'clear_name',
                  'change_places'));
