/** Categories of the catalogue: keys for URLs and the database, with their labels. */
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

export const productConditions = {
  new: 'New',
  refurbished: 'Refurbished',
  used: 'Used',
} as const

// Safe: the keys of a constant.
export const conditionKeys = Object.keys(productConditions) as (keyof typeof productConditions)[]
