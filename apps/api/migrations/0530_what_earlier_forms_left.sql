-- Those of 0529 take its place.
drop index if exists attempt_to_check;

-- As 0508 and 0509 have them now, where an earlier form of each has run (earlier-forms.json).
do $$
declare
  defined text;
begin
  select pg_get_constraintdef(oid) into defined from pg_constraint where conname = 'undelivered_mail_reason_check';
  if defined not like '%held%' then
    alter table undelivered_mail drop constraint undelivered_mail_reason_check;
    alter table undelivered_mail add constraint undelivered_mail_reason_check
      check (reason in ('no_mailbox', 'full', 'too_large', 'blocked', 'letters', 'silent', 'held', 'other')) not valid;
  end if;
  if exists (select from pg_constraint where conname = 'undelivered_mail_aside_reason_check') then
    alter table undelivered_mail rename constraint undelivered_mail_aside_reason_check to undelivered_mail_aside_reason_length;
  end if;
end
$$;
