-- Whose database this is: the brand that was started on it first. Prices, taxes and texts in it are that brand's.
create table deployment (
  single boolean primary key default true check (single),
  brand text not null check (brand ~ '^[a-z0-9-]{1,40}$')
);
