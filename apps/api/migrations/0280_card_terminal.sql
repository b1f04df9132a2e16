-- A card terminal beside the counter (decision 056). What of a sale was taken in cash beside it stands with the attempt, so that the ledger
-- books both and what goes back knows where it came from. Not validated, for no row of before has any.
alter table attempt add column cash_amount bigint not null default 0;
alter table attempt add constraint cash_beside_a_terminal
  check (cash_amount = 0 or (provider = 'terminal' and cash_amount between 1 and amount - 1)) not valid;
create trigger attempt_cash_stays before update of cash_amount on attempt for each row execute function refuse_change();

alter table refund add column cash_amount bigint not null default 0;
alter table refund drop constraint refund_way_check;
alter table refund add constraint refund_way_check
  check (way in ('provider', 'drawer', 'balance', 'nothing', 'chargeback', 'terminal'));
alter table refund add constraint cash_beside_a_terminal
  check (cash_amount = 0 or (way = 'terminal' and cash_amount between 1 and amount - 1) or (way = 'drawer' and cash_amount = amount));
create trigger refund_cash_stays before update of cash_amount on refund for each row execute function refuse_change();

-- What a clerk read off a terminal's paper: of a sale, or of money that went back on it. Money in is positive.
create table terminal_slip (
  drawer_id opaque_id not null references drawer,
  id bigint generated always as identity,
  -- Minor units.
  amount bigint not null,
  purchase_id opaque_id not null,
  -- Only of what went back.
  refund_id opaque_id,
  brand text not null check (length(brand) between 1 and 40),
  last_four text check (last_four ~ '^[0-9]{4}$'),
  -- As it is printed, without the zeros before it.
  coupon text not null check (coupon ~ '^[1-9][0-9]{0,11}$'),
  at timestamptz not null default clock_timestamp(),
  primary key (drawer_id, id),
  constraint slip_sign check (case when refund_id is null then amount > 0 else amount < 0 end)
);
create unique index terminal_slip_of_sale on terminal_slip (purchase_id) where refund_id is null;
create unique index terminal_slip_of_refund on terminal_slip (purchase_id, refund_id) where refund_id is not null;
-- One paper is one sale, for every clerk and on every day: who enters it a second time has kept the cash of that sale.
create unique index terminal_slip_once on terminal_slip (brand, last_four, coupon, (refund_id is null));
create index terminal_slip_with_digits on terminal_slip (at) where last_four is not null;
create trigger slip_of_an_open_drawer before insert on terminal_slip for each row execute function check_drawer_is_open();
create trigger terminal_slip_is_kept before truncate on terminal_slip execute function refuse_change();
create trigger terminal_slip_stays before delete on terminal_slip for each row execute function refuse_change();
create trigger terminal_slip_facts
  before update of drawer_id, id, amount, purchase_id, refund_id, brand, coupon, at on terminal_slip for each row execute function refuse_change();
-- The digits of the card are forgotten after a while, like those of every payment.
create function forget_last_four() returns trigger language plpgsql as $$
begin
  if new.last_four is not null then
    raise exception 'the digits of a card are forgotten, not changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger terminal_slip_digits before update of last_four on terminal_slip for each row execute function forget_last_four();
