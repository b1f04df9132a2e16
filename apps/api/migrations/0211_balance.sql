-- What customers have here and may spend (decision 043): the sum of their entries of `customer_balance`, kept by a trigger, so that it moves
-- exactly with the ledger, whichever version of a server books. The check is what refuses to spend the same money twice: whoever books locks
-- the row by changing it, last of all locks.
create table balance (
  customer_id text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units.
  amount bigint not null,
  primary key (customer_id, currency),
  constraint balance_covers check (amount >= 0)
);

create function keep_balance() returns trigger language plpgsql as $$
declare owner text;
begin
  select customer_id into strict owner from purchase where id = new.purchase_id;
  update balance set amount = amount - new.amount where customer_id = owner and currency = new.currency;
  if not found then
    insert into balance (customer_id, currency, amount) values (owner, new.currency, -new.amount)
        on conflict (customer_id, currency) do update set amount = balance.amount + excluded.amount;
  end if;
  return null;
end $$;
create trigger ledger_entry_of_balance after insert on ledger_entry
  for each row when (new.account = 'customer_balance') execute function keep_balance();

insert into balance (customer_id, currency, amount)
select customer_id, currency, -sum(amount)
  from ledger_entry join purchase on purchase.id = purchase_id
 where account = 'customer_balance' group by 1, 2 having sum(amount) <> 0;
