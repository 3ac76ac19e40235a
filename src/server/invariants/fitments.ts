import type { Invariant } from './invariant.ts'

/** Fitments have no time of their change: the newest are checked, or all of them with all rows. */
const recent = `recent as (
  (select product_id, kind from fitments order by id desc
    limit case when $1::timestamptz > 'epoch' then 10000 end)
  union all
  select product_id, fitments.kind from products join fitments on product_id = products.id
  where products.id >= id_since($1) and $1::timestamptz > 'epoch'
)`

/** The cars that products fit. */
export const fitmentInvariants: Invariant[] = [
  {
    id: 'I19',
    promise: 'A fitment has the kind of its product',
    violations: `
      with ${recent}
      select distinct products.id from recent join products on products.id = product_id
      where recent.kind is distinct from products.kind`,
  },
  {
    id: 'I19',
    promise: 'A product that fits every car has no fitments',
    violations: `
      with ${recent}
      select distinct products.id from recent join products on products.id = product_id
      where is_universal`,
  },
]
