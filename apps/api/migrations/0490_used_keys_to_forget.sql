-- The job that forgets keys of buyers reads the oldest of them in batches; those of staff stay, and are no part of it.
create index used_key_to_forget on used_key (at) where not lasts;
