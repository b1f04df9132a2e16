-- What people read out of an order: 40 random bits, which `packages/contract/src/rules/order-number.ts` writes with a check character. Given
-- when its first payment begins; purchases from before get theirs here, from the random bits of a version 4 UUID.
alter table purchase add column order_number bigint check (order_number >= 0 and order_number < 1099511627776);

do $$
begin
  update purchase set order_number = ('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint
   where exists (select from attempt where purchase_id = purchase.id);
  -- Two purchases with the same number: all of them but one draw again.
  loop
    update purchase set order_number = ('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint
     where exists (select from purchase as other where other.order_number = purchase.order_number and other.id < purchase.id);
    exit when not found;
  end loop;
end $$;
