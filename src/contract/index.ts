import { accounts } from './accounts.ts'
import { addresses } from './addresses/addresses.ts'
import { alerts } from './alerts.ts'
import { audit } from './audit.ts'
import { cart, savedLists } from './cart/cart.ts'
import type { Endpoint } from './shared/endpoint.ts'
import { contact } from './contact.ts'
import { manageVehicles } from './vehicles/manage-vehicles.ts'
import { images } from './images.ts'
import { imports } from './imports/imports.ts'
import { manageOrders } from './orders/manage-orders.ts'
import { manageProducts } from './products/manage-products.ts'
import { manageSearch } from './manage-search.ts'
import { productNumbers } from './numbers/product-numbers.ts'
import { newsletter } from './newsletter.ts'
import { orders } from './orders/orders.ts'
import { ownOrders } from './orders/own-orders.ts'
import { payments } from './payments.ts'
import { priceLists } from './prices/price-lists.ts'
import { prices } from './products/account-prices.ts'
import { ownData } from './own-data.ts'
import { shopPages } from './shop-pages.ts'
import { products } from './products/products.ts'
import { profiles } from './profiles.ts'
import { quickOrder } from './quick-order.ts'
import { reviews } from './reviews.ts'
import { shop } from './shop.ts'
import { manageTradeAccounts, tradeAccounts } from './trade-accounts.ts'
import { tradeSales } from './trade-sales.ts'
import { taxes } from './taxes/taxes.ts'
import { users } from './users.ts'
import { fitments } from './fitments/fitments.ts'
import { garage } from './garage.ts'
import { vehicles } from './vehicles/vehicles.ts'

/** All calls of the API by feature. */
export const contract = {
  shop,
  accounts,
  users,
  audit,
  products,
  manageProducts,
  manageSearch,
  productNumbers,
  imports,
  manageVehicles,
  orders,
  manageOrders,
  ownOrders,
  quickOrder,
  cart,
  savedLists,
  prices,
  priceLists,
  payments,
  profiles,
  tradeAccounts,
  manageTradeAccounts,
  tradeSales,
  addresses,
  taxes,
  ownData,
  reviews,
  images,
  contact,
  newsletter,
  shopPages,
  alerts,
  fitments,
  vehicles,
  garage,
} satisfies Record<string, Record<string, Endpoint>>

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((feature) =>
  Object.values<Endpoint>(feature),
)
