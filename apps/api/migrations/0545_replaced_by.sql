-- Which ticket stands for one whose place was changed (decision 067) or that was issued anew (decision 115), for a counter or an office that is
-- asked about the number of the old one. Null for tickets that were replaced before this, and by servers of the version before.
alter table ticket add column replaced_by opaque_id;
