-- Tickets on paper that have arrived at their point of sale (decision 069). Wider than before, so no row can break it and none is read.
alter table delivery_step drop constraint delivery_step_state_check;
alter table delivery_step add constraint delivery_step_state_check
  check (state in ('prepared', 'sent', 'arrived', 'delivered', 'picked_up')) not valid;
alter table delivery_step drop constraint delivery_step_position_check;
alter table delivery_step add constraint delivery_step_position_check check (position between 1 and 4) not valid;
