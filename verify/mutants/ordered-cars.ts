import type { Mutant } from './mutant.ts'

const place = 'src/server/features/orders/place-order.ts'
const together = 'src/server/features/orders/place/place-together.ts'
const fits = 'src/server/features/fitments/fits-of-lines.ts'
const contract = 'src/contract/fitments/car-of-line.ts'
const cart = 'src/server/features/cart/change-cart.ts'

const noticedBy = ['src/server/features/orders/place/ordered-cars.test.ts']
const cartTest = 'src/server/features/cart/cars-of-carts.test.ts'

/** The cars of ordered parts, with verdicts that only the shop finds. */
export const orderedCarMutants: Mutant[] = [
  {
    guard: 'whether an ordered part fits is found by the shop, not by the client',
    file: place,
    find: 'fits.map((fit) => fit?.verdict ?? null)',
    replace: "fits.map((fit) => fit && 'fits')",
    noticedBy,
  },
  {
    guard: 'an order for an unknown car is accepted',
    file: fits,
    find: 'if (!car) return []',
    replace: "if (!car) throw new Error('no such car')",
    noticedBy: [...noticedBy, cartTest],
  },
  {
    guard: 'an order does not fail for the length of its car',
    file: fits,
    find: "'another engine'}`.slice(0, nameMax)",
    replace: "'another engine'}`",
    noticedBy,
  },
  {
    guard: 'each line has the verdict of its own part',
    file: fits,
    find: 'found[place] = fits[index]',
    replace: 'found[place] = fits[0]',
    noticedBy,
  },
  {
    guard: 'an order repeated for another car is a new one',
    file: 'src/server/features/orders/place/find-repeated.ts',
    find: '          and order_lines.vehicle is not distinct from wanted.vehicle))',
    replace: '          ))',
    noticedBy,
  },
  {
    guard: 'orders at once keep their cars',
    file: together,
    find: 'vehicles: all.map(({ vehicle }) => vehicle),',
    replace: 'vehicles: all.map(() => null),',
    noticedBy: ['src/server/features/orders/place/place-together.test.ts'],
  },
  {
    guard: 'a call names the car of a line by its key',
    file: contract,
    find: '  vehicle: z.optional(VehicleKeyText),',
    replace: '  vehicle: z.optional(z.string()),',
    noticedBy,
  },
  {
    guard: 'a line of a cart keeps its car unless another is named',
    file: cart,
    find: 'vehicle = coalesce(excluded.vehicle, cart_lines.vehicle),',
    replace: 'vehicle = excluded.vehicle,',
    noticedBy: [cartTest],
  },
  {
    guard: 'an engine of another car does not stay at a line of a cart',
    file: cart,
    find: 'engine = case when excluded.vehicle is null then cart_lines.engine else excluded.engine end,',
    replace: 'engine = coalesce(excluded.engine, cart_lines.engine),',
    noticedBy: [cartTest],
  },
  {
    guard: 'CHECK: a line of an order has a car and a verdict, or neither',
    file: 'src/server/db/migrations/0074-cars-of-lines.sql',
    find: '(vehicle is null) = (verdict is null) and ',
    replace: '',
    noticedBy,
  },
]
