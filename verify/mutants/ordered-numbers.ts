import type { Mutant } from './mutant.ts'

const place = 'src/server/features/orders/place-order.ts'
const numbers = 'src/server/features/numbers/numbers-of-lines.ts'
const together = 'src/server/features/orders/place/place-together.ts'
const cart = 'src/server/features/cart/change-cart.ts'

const noticedBy = ['src/server/features/orders/place/ordered-numbers.test.ts']

/** The numbers that parts were ordered by, which only the shop confirms. */
export const orderedNumberMutants: Mutant[] = [
  {
    guard: 'a client prints no text of its own on an invoice',
    file: place,
    find: 'orderedAs: numbers,',
    replace: 'orderedAs: lines.map(({ number = null }) => number),',
    noticedBy,
  },
  {
    guard: 'a number of another part is not kept',
    file: numbers,
    find: 'find(({ productId }) => productId === product)',
    replace: 'at(0)',
    noticedBy,
  },
  {
    guard: 'the number of the part itself is not kept twice',
    file: numbers,
    find: " && ofProduct.via.kind !== 'own'",
    replace: '',
    noticedBy,
  },
  {
    guard: 'orders at once keep their numbers',
    file: together,
    find: 'orderedAs: all.map(({ orderedAs }) => orderedAs),',
    replace: 'orderedAs: all.map(() => null),',
    noticedBy: ['src/server/features/orders/place/place-together.test.ts'],
  },
  {
    guard: 'a line of a cart keeps its number unless another is named',
    file: cart,
    find: 'number = coalesce(excluded.number, cart_lines.number),',
    replace: 'number = excluded.number,',
    noticedBy: ['src/server/features/cart/numbers-of-carts.test.ts'],
  },
]
