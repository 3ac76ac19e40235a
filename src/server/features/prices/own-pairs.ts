import { sqlText } from '../../db/sql-text.ts'

/**
 * Selects the own prices of a product in a price list as pairs of a quantity and a price in cents, as `line_price` takes
 * them; null without one. Both are expressions.
 */
export const selectOwnPairs = (list: string, product: string) =>
  sqlText`
    select array_agg(value order by min_quantity, n) as pairs
    from list_prices
      cross join lateral (values (1, min_quantity), (2, list_prices.price_cents)) as pair (n, value)
    where list_prices.price_list = ${list} and list_prices.product_id = ${product}`
