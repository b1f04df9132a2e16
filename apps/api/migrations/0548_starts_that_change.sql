alter table performance drop constraint performance_show_id_starts_at_venue_id_key;
alter table performance add constraint performance_at_a_start unique using index performance_at_a_start deferrable initially immediate;
alter table performance add constraint performance_has_key check (key is not null) not valid;
