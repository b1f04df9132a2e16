create table stray (id integer primary key);
