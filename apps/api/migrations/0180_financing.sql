-- What paying in instalments costs on top of the price is booked under a name of its own (decision 044).
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in (
  'card_clearing', 'cash_drawer', 'owed_to_buyer', 'customer_balance', 'tickets', 'service_charge', 'anti_fraud_qr', 'delivery', 'products',
  'discounts', 'financing'));
