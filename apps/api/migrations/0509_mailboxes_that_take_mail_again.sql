-- When the same address took another mail after this one was not delivered, whatever became of this one: until then its mailbox takes nothing (decision 099).
alter table undelivered_mail add column mailbox_took_at timestamptz;

-- Letters beyond ASCII before the @, which a mail server on the way cannot take. held: too many mails about unpaid orders to an
-- unconfirmed address (decision 104).
alter table undelivered_mail drop constraint undelivered_mail_reason_check;
alter table undelivered_mail add constraint undelivered_mail_reason_check
  check (reason in ('no_mailbox', 'full', 'too_large', 'blocked', 'letters', 'silent', 'held', 'other')) not valid;
