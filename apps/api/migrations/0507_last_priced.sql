-- What a purchase was to cost when a payment of it failed or was called off, so that its buyer can still read what was not paid; a next payment fixes
-- its price anew, and a price that is open again stands in no column.
alter table purchase add column last_priced jsonb;
