-- What staff booked as paid by a number that its provider has not confirmed. One that was typed for several orders counts for the first of them;
-- those whose number is the payment of another order are in doubt from now on.
with by_hand as (
  select purchase_id, reference, provider, payment_id,
         row_number() over (partition by provider, payment_id order by settled_at, reference) as turn
    from attempt
   where payment_id is not null and kept ->> 'byHand' is distinct from 'same'
     and (purchase_id, reference) in (select purchase_id, reference from staff_action where verb = 'book_as_paid')
     and exists (select from attempt_event as event
                  where event.purchase_id = attempt.purchase_id and event.reference = attempt.reference
                    and event.kind = 'answered' and event.facts ? 'bookedBy')
)
update attempt
   set kept = kept || jsonb_build_object('typed', case turn when 1 then by_hand.payment_id else by_hand.payment_id || ' ' || by_hand.reference end)
                   || case turn when 1 then '{}'::jsonb else '{"byHand": "differs"}' end
  from by_hand
 where attempt.purchase_id = by_hand.purchase_id and attempt.reference = by_hand.reference;
create unique index attempt_typed on attempt (provider, (kept ->> 'typed')) where kept ? 'typed';
