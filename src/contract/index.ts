import { accounts } from './accounts.ts'
import type { Endpoint } from './endpoint.ts'
import { contact } from './contact.ts'
import { images } from './images.ts'
import { manageOrders } from './manage-orders.ts'
import { newsletter } from './newsletter.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { products } from './products.ts'
import { profiles } from './profiles.ts'
import { reviews } from './reviews.ts'
import { shop } from './shop.ts'
import { users } from './users.ts'

/** Every call the shop answers, by feature. */
export const contract = {
  shop,
  accounts,
  users,
  products,
  orders,
  manageOrders,
  payments,
  profiles,
  reviews,
  images,
  contact,
  newsletter,
} satisfies Record<string, Record<string, Endpoint>>

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((feature) =>
  Object.values<Endpoint>(feature),
)
