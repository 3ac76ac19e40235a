import type { ProductPage } from '#contract/products.ts'
import { engineText } from '#contract/vehicles/engines.ts'
import type { ShownFitment } from '#contract/vehicles/fitments.ts'
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
          <p className="muted">It depends on no make, model or year.</p>
        ) : shown.length === 0 ? (
          <p className="muted">
            Nobody has said what it fits. <ButtonLink to="/contact">Ask for your car</ButtonLink>
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

function CarsTable({ models }: { models: ReturnType<typeof modelsOf> }) {
  return (
    <table className="part-cars">
      <caption className="visually-hidden">Cars that this part fits</caption>
      <thead>
        <tr>
          {['Make and model', 'Years', 'Engine', 'Position', 'Per car', 'Note'].map((title) => (
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
                  <Link to={`/parts/${key}`}>{name}</Link>
                </th>
              )}
              <Cells row={row} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Cells({ row }: { row: ShownFitment }) {
  const { yearFrom, yearTo, position, perCar, note } = row
  return (
    <>
      <td>{yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`}</td>
      <td>{engineText(row) || 'Any'}</td>
      <td data-title="Position">{position?.replace('-', ' ')}</td>
      <td data-title="Per car">{perCar}</td>
      <td>{note}</td>
    </>
  )
}
