/** The parts of public pages about their reader, which are loaded after the first render, in one file. */
export { CartCount } from './cart/cart-count.tsx'
export { OwnPrice } from './prices/own-price.tsx'
export { FitLine } from './vehicles/fit-line.tsx'
export { CarDialogs, CarName } from './vehicles/own-car.tsx'
