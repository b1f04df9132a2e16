-- In a transaction of its own, so that writing waits for a reading of the table alone, and reading for nothing.
create index undelivered_mail_held on undelivered_mail (id) where reason = 'held' and ended_at is null;
