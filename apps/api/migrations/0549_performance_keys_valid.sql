alter table performance validate constraint performance_key_check;
alter table performance validate constraint performance_has_key;
