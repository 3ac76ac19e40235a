import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Units that came to a product and left it other than by orders: what an admin changes when they change the stock. */
export const suppliedTo = (productId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(delta), 0) from stock_movements
  where product_id = ${productId} and order_id is null)`
