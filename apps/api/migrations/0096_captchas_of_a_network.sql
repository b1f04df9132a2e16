-- Of a captcha that was used: by which network, where that is limited, and for which click of a payment, which may be repeated. Both are
-- hashed with the server's secret.
alter table used_captcha add column network text;
alter table used_captcha add column click text;
alter table used_captcha add column used_at timestamptz not null default clock_timestamp();
create index used_captchas_of_network on used_captcha (network, used_at) where network is not null;
