-- Promotions for cards (decision 050): of brands, and of banks by the first six digits of their cards. They apply by themselves to whoever
-- pays with such a card.
alter table promotion add column cards jsonb check (jsonb_typeof(cards) = 'object');
-- Most tickets paid with one card that it reduces, all purchases and accounts together.
alter table promotion add column per_card integer check (per_card between 1 and 1000);
alter table promotion add constraint cards_or_code check (cards is null or not needs_code);
alter table promotion add constraint limit_per_card_needs_cards check (cards is not null or per_card is null);
alter table promotion drop constraint limit_per_customer_needs_code;
alter table promotion add constraint limit_per_customer_needs_taker check (needs_code or cards is not null or per_customer is null);

-- A use that a payment by card has taken, where such a promotion has a limit: no code, and the card as a keyed hash.
alter table promotion_use alter column code_id drop not null;
alter table promotion_use add column card_key text;
create index promotion_use_of_card on promotion_use (promotion_id, card_key) where card_key is not null;
