-- Reads, and keeps nobody from paying meanwhile.
alter table attempt validate constraint attempt_card_part;
alter table attempt validate constraint attempt_state_check;
alter table attempt validate constraint attempt_secured;
