-- Alone, because it cannot be kept when purchases are distributed over nodes.
create unique index purchase_of_order_number on purchase (order_number) where order_number is not null;
