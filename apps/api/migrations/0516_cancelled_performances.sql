-- When it was noticed that a performance of this payment was cancelled before it was paid: it is called off, or its money goes back. Null otherwise.
alter table attempt add column performance_cancelled_at timestamptz;
