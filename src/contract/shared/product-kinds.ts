/** What the catalogue is sorted into: the words in addresses and the database, and those that people read. */
export const productKinds = {
  body: 'Body',
  brakes: 'Brakes',
  cooling: 'Cooling',
  electrics: 'Electrics',
  engine: 'Engine',
  exhaust: 'Exhaust',
  lighting: 'Lighting',
  suspension: 'Steering and suspension',
  wheels: 'Wheels',
  accessories: 'Accessories',
} as const

export type ProductKind = keyof typeof productKinds

// Safe: the keys of a constant.
export const kindKeys = Object.keys(productKinds) as ProductKind[]
