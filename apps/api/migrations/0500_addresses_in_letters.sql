-- Addresses are kept with their domain in its own letters, so that both forms of one mailbox are one account. Chromium's fields sent punycode
-- (RFC 3492, parameters of its section 5), so those are decoded once; nothing else than punycode could be stored until now.
create function pg_temp.letters_of(label text) returns text language plpgsql as $$
declare
  digits text := substr(label, 5);
  last_hyphen integer := length(digits) - strpos(reverse(digits), '-') + 1;
  letters text := '';
  at integer := 1;
  code integer := 128;
  place integer := 0;
  before integer;
  bias integer := 72;
  weight integer;
  k integer;
  digit integer;
  threshold integer;
  size integer;
  delta integer;
begin
  if label not like 'xn--_%' then return label; end if;
  if last_hyphen between 2 and length(digits) then
    letters := substr(digits, 1, last_hyphen - 1);
    at := last_hyphen + 1;
  end if;
  while at <= length(digits) loop
    before := place;
    weight := 1;
    k := 36;
    loop
      if at > length(digits) then return label; end if;
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(digits, at, 1)) - 1;
      at := at + 1;
      if digit < 0 then return label; end if;
      place := place + digit * weight;
      threshold := least(greatest(k - bias, 1), 26);
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      k := k + 36;
    end loop;
    size := length(letters) + 1;
    delta := (place - before) / (case when before = 0 then 700 else 2 end);
    delta := delta + delta / size;
    k := 0;
    while delta > 455 loop
      delta := delta / 35;
      k := k + 36;
    end loop;
    bias := k + 36 * delta / (delta + 38);
    code := code + place / size;
    place := place % size;
    -- Signs within those ranges, which no address is typed with.
    if code in (215, 247, 1523, 1524, 3851, 12539) then return label; end if;
    -- Letters alone: a label of signs or pictures stays in punycode, where typing it leads, too.
    if not (code between 192 and 8191 or code between 11264 and 55295 or code between 131072 and 205743) then return label; end if;
    letters := left(letters, place) || chr(code) || substr(letters, place + 1);
    place := place + 1;
  end loop;
  return case when letters = normalize(lower(letters), NFKC) then letters else label end;
exception when numeric_value_out_of_range or program_limit_exceeded then
  return label;
end $$;

create function pg_temp.in_letters(email text) returns text language sql as $$
  select split_part(email, '@', 1) || '@' || string_agg(pg_temp.letters_of(label), '.' order by place)
    from string_to_table(split_part(email, '@', 2), '.') with ordinality as labels (label, place)
$$;

update customer set email = pg_temp.in_letters(email) where email ~ '[@.]xn--';
update newsletter_subscription set email = pg_temp.in_letters(email) where email ~ '[@.]xn--';
update show_alert set email = pg_temp.in_letters(email) where email ~ '[@.]xn--';
