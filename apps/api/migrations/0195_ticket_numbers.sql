-- Staff find an order by the number that is printed on a ticket: the first ten characters of its id.
create index ticket_of_number on ticket (left(id, 10));
