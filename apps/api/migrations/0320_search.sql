-- Search over the shows: every word of a show once, so that the words that somebody types are compared with words and not with texts.
-- A typing error is looked up by trigrams among the distinct words; what a show says is looked up by the word's id.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table search_word (
  id integer generated always as identity primary key,
  -- Lower case, without accents.
  word text not null unique
);
create index search_word_by_trigram on search_word using gist (word gist_trgm_ops(siglen = 32));

create table show_word (
  word_id integer not null references search_word,
  show_id integer not null references show on delete cascade,
  -- How much it says about what somebody looks for: 100 in the name, 30 in the city.
  weight smallint not null,
  primary key (word_id, show_id)
);
create index show_word_of_show on show_word (show_id);

-- What is typed and what is searched are cut into words by the same function. Forty characters tell any two words apart.
create function words_of(text) returns setof text language sql stable as $$
  select distinct left(word, 40) from regexp_split_to_table(lower(unaccent($1)), '[^[:alnum:]]+') as word where word <> ''
$$;

create view word_of_show as
  select show.id as show_id, word, max(text.weight)::smallint as weight
    from show
    join venue as home on home.id = show.venue_id
    join show_type on show_type.id = show.show_type_id
   cross join lateral (
     values (show.name, 100), (show.subtitle, 60), (show.credits, 50), (home.name, 40), (show_type.name, 30), (home.city, 30)
     union all
     select venue.name || ' ' || venue.city, 30
       from performance join venue on venue.id = performance.venue_id
      where performance.show_id = show.id and venue.id <> home.id
   ) as text (content, weight)
   cross join lateral words_of(text.content) as word
   group by show.id, word;

create function index_words(shows integer[]) returns void language plpgsql as $$
begin
  -- In the order of the words, so that two imports never deadlock.
  insert into search_word (word)
    select distinct word from word_of_show where show_id = any (shows)
    except select word from search_word
    order by word on conflict do nothing;
  delete from show_word where show_id = any (shows);
  insert into show_word (word_id, show_id, weight)
    select search_word.id, show_id, weight from word_of_show join search_word using (word) where show_id = any (shows);
end
$$;

-- The words follow what they were taken from, whoever writes it.
create function index_added_shows() returns trigger language plpgsql as $$
begin
  perform index_words((select array_agg(id order by id) from added));
  return null;
end
$$;
create trigger index_added_shows after insert on show
  referencing new table as added for each statement execute function index_added_shows();

create function index_changed_show() returns trigger language plpgsql as $$
begin
  perform index_words(array[new.id]);
  return null;
end
$$;
create trigger index_changed_show after update of name, subtitle, credits, venue_id, show_type_id on show
  for each row when ((old.name, old.subtitle, old.credits, old.venue_id, old.show_type_id)
    is distinct from (new.name, new.subtitle, new.credits, new.venue_id, new.show_type_id))
  execute function index_changed_show();

create function index_moved_performance() returns trigger language plpgsql as $$
begin
  if exists (select from show where id = new.show_id and venue_id <> new.venue_id) then
    perform index_words(array[new.show_id]);
  end if;
  return null;
end
$$;
create trigger index_moved_performance after insert or update of venue_id, show_id on performance
  for each row execute function index_moved_performance();

create function index_shows_of_venue() returns trigger language plpgsql as $$
begin
  perform index_words((select array_agg(show.id order by show.id) from show
    where show.venue_id = new.id or exists (select from performance where show_id = show.id and venue_id = new.id)));
  return null;
end
$$;
create trigger index_shows_of_venue after update of name, city on venue
  for each row when ((old.name, old.city) is distinct from (new.name, new.city)) execute function index_shows_of_venue();

create function index_shows_of_type() returns trigger language plpgsql as $$
begin
  perform index_words((select array_agg(id order by id) from show where show_type_id = new.id));
  return null;
end
$$;
create trigger index_shows_of_type after update of name on show_type
  for each row when (old.name is distinct from new.name) execute function index_shows_of_type();

select index_words((select array_agg(id) from show));
