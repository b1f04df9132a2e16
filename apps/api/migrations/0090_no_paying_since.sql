-- Nothing read it: when a payment began stands with its attempt.
alter table purchase drop column paying_since;
alter table purchase add constraint paying_has_a_total check (stage not in ('paying', 'offered', 'paid') or total is not null);
