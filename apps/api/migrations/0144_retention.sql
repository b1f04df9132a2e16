-- The digits of a card are kept for disputes and then cleared (docs/privacy.md): both or none, and only of a card.
alter table attempt drop constraint attempt_card;
alter table attempt add constraint attempt_card check (case
  when provider in ('cash', 'free') then num_nonnulls(brand, bin, last_four) = 0
  else brand is not null and num_nulls(bin, last_four) in (0, 2)
end);
