-- Browser and system in words of a fixed list, such as `Chrome · Android`: for the owner to know a session by.
alter table session add column device text check (char_length(device) between 1 and 40);
