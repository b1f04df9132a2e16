-- Reads, and keeps nobody from buying meanwhile.
alter table customer validate constraint customer_language;
alter table purchase validate constraint purchase_language;
alter table newsletter_subscription validate constraint newsletter_subscription_language;
