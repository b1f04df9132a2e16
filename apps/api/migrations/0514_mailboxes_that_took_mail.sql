-- Of the mails that were not delivered before 0509, those whose address has taken another one since. In a transaction of its own, which locks the rows
-- that it writes and no table.
update undelivered_mail as mail
   set mailbox_took_at = took.at
  from (select refused.id, min(sent.ended_at) as at
          from undelivered_mail as refused
          join undelivered_mail as sent on lower(sent.address) = lower(refused.address) and sent.ending = 'sent' and sent.ended_at >= refused.last_at
         where refused.mailbox_took_at is null
         group by refused.id) as took
 where mail.id = took.id;
