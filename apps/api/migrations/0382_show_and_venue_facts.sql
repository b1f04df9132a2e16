-- Who plays, in the order of the programme: [{"name": …, "role": …}]; a trailer, which is opened by a press and never embedded.
alter table show add column people jsonb not null default '[]' check (jsonb_typeof(people) = 'array');
alter table show add column trailer_url text check (trailer_url ~ '^https://' and length(trailer_url) <= 400);
-- How to get there, and what helps who needs it: paragraphs.
alter table venue add column transport text check (length(transport) between 1 and 2000);
alter table venue add column access text check (length(access) between 1 and 2000);
