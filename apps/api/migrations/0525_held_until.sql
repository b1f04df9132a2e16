-- Of a mail that is held: from when its mailbox may be sent another one of its kind (decision 107).
alter table undelivered_mail add column free_at timestamptz;
