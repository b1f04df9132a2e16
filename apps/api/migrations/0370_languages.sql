-- The language that somebody is written to in (decision 071): a customer's since the last log-in, a purchase's since it was started, a
-- subscription's since it was asked for. Null is the language of the brand, also for what a server of the version before writes.
alter table customer add column language text;
alter table customer add constraint customer_language check (language in ('es', 'en', 'pt')) not valid;
alter table purchase add column language text;
alter table purchase add constraint purchase_language check (language in ('es', 'en', 'pt')) not valid;
alter table newsletter_subscription add column language text;
alter table newsletter_subscription add constraint newsletter_subscription_language check (language in ('es', 'en', 'pt')) not valid;
