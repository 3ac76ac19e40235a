import type { ProductPage } from '#contract/products/products.ts'
import { engineText } from '#contract/vehicles/engines.ts'
import type { ShownFitment } from '#contract/fitments/fitments.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { modelsOf } from './models-of.ts'

type PartCarsProps = {
  page: Pick<ProductPage, 'isUniversal' | 'fitments' | 'models'>
  /** The address of the same page with all models. */
  all: string
}

/** The cars that a part fits, by make and model. */
export function PartCars({ page: { isUniversal, fitments, models }, all }: PartCarsProps) {
  const shown = modelsOf(fitments)
  return (
    <section className="section section--tight section--surface" aria-labelledby="part-cars">
      <div className="wrap">
        <div className="section__head">
          <h2 id="part-cars">{isUniversal ? 'Fits every car' : 'This part fits'}</h2>
        </div>
        {isUniversal ? (
          <p className="muted">It fits any make, model and year.</p>
        ) : shown.length === 0 ? (
          <p className="muted">
            No fitment data yet. <ButtonLink to={pathTo.contact}>Ask for your car</ButtonLink>
          </p>
        ) : (
          <CarsTable models={shown} />
        )}
        {models > shown.length && (
          <p className="part-cars__more">
            <ButtonLink to={all} keepScroll>{`Show all ${models} models`}</ButtonLink>
          </p>
        )}
      </div>
    </section>
  )
}

interface Column {
  title: string
  cell: (row: ShownFitment) => string | number | null | undefined
  /** Whether a phone, which shows no head of the table, names the value. */
  isNamed?: true
  /** Whether the value has a phone's whole width. */
  isWide?: true
}

const columns: Column[] = [
  {
    title: 'Years',
    cell: ({ yearFrom, yearTo }) => (yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`),
  },
  { title: 'Engine', cell: (row) => engineText(row) || 'Any' },
  { title: 'Position', cell: ({ position }) => position?.replace('-', ' '), isNamed: true },
  { title: 'Per car', cell: ({ perCar }) => perCar, isNamed: true },
  { title: 'Note', cell: ({ note }) => note, isWide: true },
]

/** A table without the columns that have no value in any row. */
function CarsTable({ models }: { models: ReturnType<typeof modelsOf> }) {
  const all = models.flatMap(({ rows }) => rows)
  const shown = columns.filter(({ cell }) => all.some((row) => cell(row)))
  return (
    <table className="part-cars">
      <caption className="visually-hidden">Cars that this part fits</caption>
      <thead>
        <tr>
          <th scope="col">Make and model</th>
          {shown.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {models.map(({ key, name, rows }) => (
        <tbody key={key}>
          {rows.map((row, index) => (
            <tr key={index}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={rows.length}>
                  <Link to={`${pathTo.cars}/${key}`}>{name}</Link>
                </th>
              )}
              {shown.map(({ title, cell, isNamed, isWide }) => (
                <td key={title} data-title={isNamed ? title : undefined} data-wide={isWide}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
