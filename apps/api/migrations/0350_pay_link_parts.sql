-- What of a purchase the buyer's own balance pays when somebody else pays the rest by link (decision 068), in minor units. It is set aside
-- when the payer's attempt starts. A server of the version before asks the payer for the whole price, as it shows it.
alter table pay_link add column from_balance bigint not null default 0 constraint pay_link_part check (from_balance >= 0);

-- Whether whoever has the link began the attempt: its steps are theirs and not the buyer's.
alter table attempt add column by_link boolean not null default false;
create trigger attempt_by_link_stays before update of by_link on attempt for each row execute function refuse_change();
