-- Further pictures of a show, in the order of their list. Images are never deleted, so the other sizes need no key of their own.
create table gallery_image (
  show_id integer not null references show on delete cascade,
  position integer not null check (position between 0 and 11),
  alt text not null check (length(alt) between 1 and 500),
  ink colour,
  -- Of the file it was made from, so that importing it again makes nothing anew.
  source_hash content_hash not null,
  image_hash content_hash not null references image,
  variant_hashes content_hash[] not null default '{}',
  primary key (show_id, position)
);
