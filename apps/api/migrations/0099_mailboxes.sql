-- The mailbox behind an address: what follows a `+` is the owner's own label, and Gmail reads no dots (decision 026).
create function mailbox_of(email text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(owner, '.', '') || '@gmail.com' else owner || '@' || domain end
    from (select coalesce(nullif(split_part(local, '+', 1), ''), local) as owner, domain
            from (select substr(address, 1, at - 1) as local, substr(address, at + 1) as domain
                    from (select lower(email) as address, strpos(email, '@') as at) as found) as parts) as known
$$;
create index customer_mailbox on customer (mailbox_of(email));
