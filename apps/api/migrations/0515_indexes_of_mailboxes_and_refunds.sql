-- In a transaction of their own, so that writing waits for a reading of the table alone, and reading for nothing.
create index if not exists undelivered_mail_of_address on undelivered_mail (lower(address)) where mailbox_took_at is null;
-- What cards' banks and providers took, which are few.
create index if not exists refund_taken on refund (started_at) where way in ('chargeback', 'elsewhere');
