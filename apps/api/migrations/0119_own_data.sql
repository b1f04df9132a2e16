-- An account that began at an external log-in knows no more than its name and its e-mail; the rest is added at /additionalData.
alter table customer
  alter column gender drop not null,
  alter column document_type drop not null,
  alter column document_number drop not null,
  alter column birthday drop not null,
  add constraint customer_document check ((document_type is null) = (document_number is null));
-- Of accounts with `has_alias`, once its owner has chosen one.
alter table customer add column alias text check (char_length(btrim(alias)) between 1 and 40);
