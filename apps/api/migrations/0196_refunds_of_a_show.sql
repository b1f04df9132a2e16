-- Whether the places of refunded tickets are sold again (decision 047); null: as the brand says.
alter table show add column refunded_places_sold_again boolean;
