-- When the same address took another mail after this one was not delivered, whatever became of this one: until then its mailbox takes nothing (decision 099).
alter table undelivered_mail add column mailbox_took_at timestamptz;
update undelivered_mail as mail
   set mailbox_took_at = (select min(sent.ended_at) from undelivered_mail as sent
                           where lower(sent.address) = lower(mail.address) and sent.ending = 'sent' and sent.ended_at >= mail.last_at);
create index undelivered_mail_of_address on undelivered_mail (lower(address)) where mailbox_took_at is null;

-- Letters beyond ASCII before the @, which a mail server on the way cannot take.
alter table undelivered_mail drop constraint undelivered_mail_reason_check;
alter table undelivered_mail add constraint undelivered_mail_reason_check
  check (reason in ('no_mailbox', 'full', 'too_large', 'blocked', 'letters', 'silent', 'other'));
