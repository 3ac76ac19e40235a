/** Columns that a copy has from its original. */
const copied = [
  'user_id',
  'email',
  'name',
  'line_count',
  'quantity',
  'total_cents',
  'shipping_cents',
  'status',
]

interface Copies {
  /** The original, as SQL of its id. */
  of?: string
  /** Further columns as SQL of the original's row. */
  set?: Readonly<Record<string, string>>
  count?: number | string
}

/** The CTE `copies` (`id`, `total_cents`) of copies of an order, with their lines; stock and history are not copied. */
export function copiesOfOrder({ of = '$1', set = {}, count = 1 }: Copies = {}): string {
  const values = { ...Object.fromEntries(copied.map((name) => [name, `orders.${name}`])), ...set }
  return `copies as (
    insert into orders (${Object.keys(values).join(', ')})
    select ${Object.values(values).join(', ')}
    from orders cross join generate_series(1, ${count}) where orders.id = ${of}
    returning id, total_cents
  ), copied_lines as (
    insert into order_lines (order_id, line, product_id, name, img, part_number,
                             unit_price_cents, quantity, minimum_order, pack_size)
    select copies.id, line, product_id, name, img, part_number,
           unit_price_cents, quantity, minimum_order, pack_size
    from copies, order_lines where order_id = ${of}
  )`
}
