-- Where the mails of an order go instead of to its buyer's account: an address that a code proved (decision 099). It is personal.
create table order_mailbox (
  purchase_id opaque_id primary key references purchase on delete cascade,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  proved_at timestamptz not null default clock_timestamp()
);
create index order_mailbox_email on order_mailbox (email);

-- Mails that no mailbox took, once for each mail however often it was tried.
create table undelivered_mail (
  id opaque_id primary key,
  -- The job that sends it, and what it was given: ids alone, so that it can be sent again.
  task text not null check (task ~ '^[a-z]+(-[a-z]+)*$'),
  payload jsonb not null,
  -- What the mail is of, the same for every copy of it.
  about text not null check (length(about) between 1 and 100),
  -- Whose mailbox; null for people without an account, and for support.
  customer_id text references customer on delete cascade,
  purchase_id opaque_id references purchase on delete cascade,
  bill_id opaque_id,
  address text not null check (length(address) between 1 and 320),
  -- Refused for good; otherwise all tries were used up.
  refused boolean not null,
  reason text not null check (reason in ('no_mailbox', 'full', 'too_large', 'blocked', 'silent', 'other')),
  -- What the mail server answered last: its code, and its words without names and addresses. Null where it gave no answer.
  code smallint check (code between 200 and 599),
  answer text check (length(answer) <= 200),
  times integer not null default 1 check (times > 0),
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  -- Since when a job waits to send it again; null once that job has run.
  again_at timestamptz,
  -- lapsed: there was nothing left to send.
  ending text check (ending in ('sent', 'corrected', 'aside', 'lapsed')),
  ended_at timestamptz,
  -- Who put it aside.
  ended_by text,
  check (num_nulls(ending, ended_at) in (0, 2)),
  check (ended_by is null or ending = 'aside')
);
create unique index undelivered_mail_open on undelivered_mail (task, about) where ended_at is null;
create index undelivered_mail_of_purchase on undelivered_mail (purchase_id) where purchase_id is not null;
create index undelivered_mail_of_customer on undelivered_mail (customer_id) where customer_id is not null;
create index undelivered_mail_latest on undelivered_mail ((ended_at is null) desc, last_at desc);
create index undelivered_mail_ended on undelivered_mail (ended_at) where ended_at is not null;

-- The mailbox that a code proves, where it is not the account's: the code is mailed there. Gone with its code, after a day.
alter table mail_code add column mailbox text;
alter table mail_code add constraint mail_code_mailbox_check check (length(mailbox) between 3 and 254) not valid;
alter table mail_code add column purchase_id opaque_id;
alter table mail_code add constraint mail_code_mailbox check ((mailbox is null) = (purchase_id is null)) not valid;

-- The mailbox of an order was corrected for its buyer.
alter table staff_action drop constraint staff_action_verb_check;
alter table staff_action add constraint staff_action_verb_check
  check (verb in ('refund', 'resend', 'ask_again', 'book_as_paid', 'give_back', 'print', 'void', 'lower_price', 'complimentary', 'clear_name',
                  'change_places', 'bill_again', 'correct_mailbox')) not valid;
