-- In a transaction of their own, so that writing waits for a reading of the table alone, and reading for nothing.
-- Paid attempts are looked at now and then. The open ones are due before them, however many there are.
create index if not exists attempt_open_to_check on attempt (check_at) where check_at is not null and state <> 'approved';
create index if not exists attempt_paid_to_check on attempt (check_at) where check_at is not null and state = 'approved';
create index if not exists attempt_slow on attempt (purchase_id) where slow_until is not null and settled_at is null;
