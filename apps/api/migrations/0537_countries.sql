-- People and addresses of any country, by its code of ISO 3166-1 (decision 114); every row of before keeps to these.
alter table customer drop constraint customer_country_check;
alter table customer add constraint customer_country_check check (country ~ '^[a-z]{2}$') not valid;

-- Of three countries provinces are codes and postcodes have a form; of all others both are what was typed.
alter table customer_address
  drop constraint customer_address_country_check,
  drop constraint customer_address_province_check,
  drop constraint customer_address_postcode_check;
alter table customer_address add constraint customer_address_place_check check (
  country ~ '^[a-z]{2}$'
  and case when country in ('ar', 'py', 'mx') then province ~ '^[A-Z0-9]{1,3}$' and postcode ~ '^[A-Z0-9]{4,8}$'
           else char_length(btrim(province)) between 1 and 80 and postcode ~ '^[A-Z0-9]{0,10}$' end
) not valid;
