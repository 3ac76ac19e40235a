-- The prices of one unit in a price list, in their order: a catalogue sorted or filtered by them reads its page alone.
create index if not exists list_prices_by_price on list_prices (price_list, price_cents, product_id) where min_quantity = 1;
