-- The box office (C-09): its own kind of money, and as many sales in a day as there are people in line.
alter table attempt alter column brand drop not null, alter column bin drop not null, alter column last_four drop not null;
-- A card is known by all three, cash by none.
alter table attempt add constraint attempt_card
  check (case provider when 'cash' then num_nonnulls(brand, bin, last_four) = 0 else num_nulls(brand, bin, last_four) = 0 end);
alter table attempt add constraint cash_at_once check (provider <> 'cash' or instalments = 1);

alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in (
  'card_clearing', 'cash_drawer', 'owed_to_buyer', 'tickets', 'service_charge', 'anti_fraud_qr', 'delivery', 'products', 'discounts'));

-- Whose name is on the tickets of a counter, if they said it: its customer is whoever sells.
alter table purchase add column holder text check (length(holder) between 1 and 80);
alter table purchase add constraint holder_of_a_counter check (holder is null or channel = 'box_office');
-- At which of the places where somebody is logged in to sell. The limit of running purchases is for buyers; a counter lets go
-- of its last one when it begins another.
alter table purchase add column counter text check (length(counter) between 1 and 100);
alter table purchase add constraint counter_of_a_box_office check (counter is null or channel = 'box_office');
create index purchase_open_at_counter on purchase (counter) where counter is not null and stage = 'open';
