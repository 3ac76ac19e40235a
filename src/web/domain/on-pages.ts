/** Personalised parts of public pages, loaded after hydration as one chunk. */
export { CartCount } from './cart/cart-count.tsx'
export { OwnPrice } from './prices/own-price.tsx'
export { MissingPrices } from './prices/missing-prices.tsx'
export { FitLine } from './vehicles/fit-line.tsx'
export { CarDialogs, CarName } from './vehicles/own-car.tsx'
