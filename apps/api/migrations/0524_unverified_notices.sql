-- How many notices that nobody signed were listened to for an attempt, and from when the next one is: anybody can send them (decision 107).
alter table attempt add column notices_heard integer not null default 0;
alter table attempt add column next_notice_at timestamptz;
