import type { Pool } from 'pg'

/** Models of cars as many as are sold in one country. */
export const modelsMax = 1_693

const modelsOfMake = 22

/** A car of the n-th most frequent model, as calls name it. */
export const vehicleOf = (model: number, year = 2014) =>
  `make-${Math.ceil(model / modelsOfMake)}/model-${model}/${year}`

/**
 * Inserts makes, models and `size` fitments of the products there are. Few models have most of them: with 1,000,000
 * the first model has 83,900, the tenth 13,000 and the last 200. Two of three products of a hundred fit every car, and
 * one of them has no fitments.
 */
export async function seedFitments(pool: Pool, size: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `set statement_timeout = 0; set work_mem = '256MB'; set synchronous_commit = off`,
    )
    await client.query('begin')
    await client.query('alter table fitments disable trigger complete_fitment')
    await client.query('drop index fitments_of_model')
    for (const statement of statements(size)) await client.query(statement)
    await client.query('alter table fitments enable trigger complete_fitment')
    await client.query(
      'create index fitments_of_model on fitments (model_id, kind, year_to, year_from) include (product_id, decilitres, cylinders, fuel)',
    )
    await client.query('set synchronous_commit = on')
    await client.query('commit')
    await client.query('vacuum analyze fitments, vehicle_models, vehicle_makes, products')
  } finally {
    client.release(true)
  }
}

/** A number from 0 to 1 that depends on the number of a row. */
const share = (n: string, seed: number) =>
  `(('x' || substr(md5(${n} || '/${seed}'), 1, 7))::bit(28)::integer / 268435456.0::float8)`

const statements = (size: number) => [
  `insert into vehicle_makes (slug, name)
   select 'make-' || n, 'Make ' || n from generate_series(1, ${Math.ceil(modelsMax / modelsOfMake)}) n`,
  `insert into vehicle_models (make_id, slug, name, source)
   select vehicle_makes.id, 'model-' || n, 'Model ' || n, 'import' from generate_series(1, ${modelsMax}) n
   join vehicle_makes on slug = 'make-' || (n + ${modelsOfMake - 1}) / ${modelsOfMake} order by n`,
  // The last digits of the number of a product are those of its place.
  `create temporary table placed on commit drop as
   select row_number() over (order by id) as n, id, kind, row_number() over (order by id) % 100 as place
   from products where archived_at is null`,
  `update products set is_universal = true from placed where products.id = placed.id and place in (98, 99)`,
  `delete from placed where place >= 97`,
  `insert into fitments (product_id, kind, model_id, year_from, year_to, decilitres, fuel, note)
   select placed.id, placed.kind, vehicle_models.id, year_from, year_from + floor(${share('row', 3)} * 7)::int,
     case when row % 5 = 0 then 14 + row % 12 end, case when row % 10 = 0 then 'diesel' end,
     case when row % 33 = 0 then 'From chassis no. ' || row end
   from generate_series(1, ${size}) as row
   cross join lateral (
     select 1990 + floor(${share('row', 2)} * 34)::int as year_from, 1 + floor(${modelsMax} * ${share('row', 1)} ^ 3) as model
   ) as drawn
   join (select slug, id from vehicle_models) as vehicle_models on slug = 'model-' || model
   join (select *, row_number() over (order by n) - 1 as nth from placed) as placed
     on nth = row % (select count(*) from placed)
   on conflict do nothing`,
]
