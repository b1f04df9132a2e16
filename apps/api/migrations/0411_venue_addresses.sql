-- What an address needs besides street and city, for search engines and maps.
alter table venue add column province text check (length(province) between 1 and 120);
alter table venue add column postcode text check (postcode ~ '^[A-Z0-9][A-Z0-9 -]{1,11}$');
