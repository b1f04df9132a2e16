-- A payment pays one order. What is in the way is named: it is for a person to say which of them it paid (docs/payments.md#one-payment-one-order).
do $$
declare
  twice text;
begin
  create unique index attempt_payment on attempt (provider, payment_id)
   where state in ('approved', 'offered', 'secured', 'returning', 'reversed', 'refunded') and payment_id is not null and not kept ? 'typed';
exception when unique_violation then
  select string_agg(format('%s %s: %s', provider, payment_id, attempts), '; ') into twice
    from (select provider, payment_id, string_agg(reference, ', ' order by reference) as attempts
            from attempt
           where state in ('approved', 'offered', 'secured', 'returning', 'reversed', 'refunded') and payment_id is not null and not kept ? 'typed'
           group by provider, payment_id having count(*) > 1
           order by provider, payment_id limit 20) as shared;
  raise exception 'one payment stands at several attempts: %', twice
    using errcode = 'unique_violation', hint = 'See docs/payments.md#one-payment-one-order';
end $$;
-- Typed by hand for an order, and the payment of another one.
update attempt
   set kept = kept || '{"byHand": "differs"}'
 where kept ? 'typed' and state = 'approved'
   and exists (select from attempt as other
                where other.provider = attempt.provider and other.payment_id = attempt.payment_id and other.reference <> attempt.reference
                  and other.state in ('approved', 'offered', 'secured', 'returning', 'reversed', 'refunded') and not other.kept ? 'typed');
create index attempt_unlike on attempt (started_at) where state = 'approved' and kept ->> 'byHand' <> 'same';
