import { sql } from 'kysely'

/** The columns that say what a fitment is, of a fitment or of a row of a file. */
export const factColumns = sql.raw(
  'model_id, year_from, year_to, decilitres, cylinders, fuel, position, per_car, note',
)

/** Identity of a fitment: every column except the quantity per car. Null is a value, unlike in a join of columns. */
export const keyOf = (row: string) =>
  sql.raw(`row(${row}.model_id, ${row}.year_from, ${row}.year_to, ${row}.decilitres, ${row}.cylinders,
    ${row}.fuel, ${row}.position, ${row}.note)::text`)

/** A sum over the fitments of a product that differs after every change of one. Their order does not matter. */
const digestOf = (fitment: string) =>
  sql.raw(`sum(hashtextextended(row(${fitment}.id, ${fitment}.model_id, ${fitment}.year_from,
    ${fitment}.year_to, ${fitment}.decilitres, ${fitment}.cylinders, ${fitment}.fuel,
    ${fitment}.position, ${fitment}.per_car, ${fitment}.note)::text, 0))::text`)

/**
 * Digest and number of the fitments of a product. Looked up for each product: joined with the sums of all products,
 * it would take the square of their number where the planner expects few.
 */
export const fitmentsOf = (product: string) => sql`lateral (
  select coalesce(${digestOf('f')}, '0') as digest, count(*)::integer as fitments
  from fitments f where f.product_id = ${sql.ref(product)}) as live`
