-- Attempts that were paid before 0502 are looked at now and then, too, for as long as providers give money back: the first time within a week. In a
-- transaction of its own, which locks the rows that it writes and no table.
update attempt set check_at = clock_timestamp() + random() * interval '7 days'
 where state = 'approved' and check_at is null and provider not in ('cash', 'terminal', 'free', 'balance')
   and settled_at > clock_timestamp() - interval '180 days';
