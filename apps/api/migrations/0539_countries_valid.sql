-- Reads the tables without blocking writes.
alter table customer validate constraint customer_country_check;
alter table customer_address validate constraint customer_address_place_check;
