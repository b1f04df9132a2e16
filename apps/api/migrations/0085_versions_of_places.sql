-- Counts the changes of a place: processes tell each other what places have become, and of two such words the one with the higher
-- number is the newer, in whatever order they arrive. Not a time: a transaction's time is that of its beginning, and two clocks differ.
alter table place add column version integer not null default 0;
