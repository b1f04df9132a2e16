-- What each ticket of a sale at a counter costs at most, because a clerk said so and why (decision 056); 0: nothing. Not validated, for no row of
-- before has any.
alter table purchase add column counter_price bigint, add column counter_price_reason text;
alter table purchase add constraint price_of_a_counter check (
  num_nulls(counter_price, counter_price_reason) in (0, 2)
  and (counter_price is null or (channel = 'box_office' and counter_price >= 0 and length(counter_price_reason) between 1 and 300))) not valid;

alter table staff_action drop constraint staff_action_verb_check;
alter table staff_action add constraint staff_action_verb_check
  check (verb in ('refund', 'resend', 'ask_again', 'book_as_paid', 'give_back', 'print', 'void', 'lower_price', 'complimentary'));
