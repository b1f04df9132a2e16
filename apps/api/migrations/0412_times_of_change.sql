-- When an import last changed what the page of a show or venue says; null: before this was recorded. New rows are changed now.
alter table show add column changed_at timestamptz;
alter table show alter column changed_at set default now();
alter table venue add column changed_at timestamptz;
alter table venue alter column changed_at set default now();
-- Of all that the page shows, as the last import left it: a different one is a change.
alter table show add column content_hash content_hash;
alter table venue add column content_hash content_hash;
