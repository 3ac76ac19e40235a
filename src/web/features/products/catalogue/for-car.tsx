import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Car, X } from 'lucide-react'
import { useChosenCar } from '#web/domain/vehicles/chosen-car.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { groupDigits } from '#contract/formats/formatting.ts'
import { addressOf, type CatalogueParams, noCar, useCatalogueReads } from './catalogue-params.ts'
import { ProductGrid } from './product-grid.tsx'
import { useListedCar } from './use-listed-car.ts'

type ShownProps = { shown: CatalogueParams }

/** The way from all parts to what fits the chosen car, and back. The address has the car. */
export function CarFilter({ shown }: ShownProps) {
  const chosen = useChosenCar()
  const listed = useListedCar(shown)
  const car = listed ?? chosen
  if (shown.vehicle) {
    return (
      <ButtonLink
        size="small"
        variant="ink"
        iconEnd={X}
        to={addressOf({ ...shown, ...noCar, page: 1 })}
        keepScroll
        aria-current="true"
      >
        <Words car={car?.name ?? 'car'} />
        <span className="visually-hidden">: show all parts again</span>
      </ButtonLink>
    )
  }
  if (!car) return null
  const { vehicle, engine = '' } = car
  return (
    <ButtonLink
      size="small"
      icon={Car}
      to={addressOf({ ...shown, vehicle, engine, fits: 'this-car', page: 1 })}
      keepScroll
    >
      <Words car={car.name} />
    </ButtonLink>
  )
}

const Words = ({ car }: { car: string }) => (
  <span>
    Fits my car<span className="wide-only">: {car}</span>
  </span>
)

/** Follows the number of parts. */
export const carWords = ({ vehicle, fits }: CatalogueParams, car: string | undefined) => {
  if (!vehicle) return ''
  const words = {
    'this-car': ` for a ${car ?? 'car'}`,
    'every-car': ' that fit every car',
    unknown: ' with no confirmed fit',
  }
  return words[fits]
}

const universalShown = 6

/** Below what fits a car: parts for every car, and the way to those with no confirmed fit. */
export function OtherParts({ shown }: ShownProps) {
  const every = { ...shown, fits: 'every-car', page: 1 } as const
  const unknown = { ...shown, fits: 'unknown', page: 1 } as const
  const universal = useQuery(useCatalogueReads(every).parts).data ?? []
  const { count = 0, isCapped } = useQuery(useCatalogueReads(unknown).count).data ?? {}
  return (
    <>
      {universal.length > 0 && (
        <section className="section section--tight" aria-labelledby="fits-every-car">
          <div className="section__head">
            <h2 id="fits-every-car">Fits every car</h2>
            {universal.length > universalShown && (
              <Link className="text-link" to={addressOf(every)}>
                All that fit every car
                <ArrowRight />
              </Link>
            )}
          </div>
          <ProductGrid products={universal.slice(0, universalShown)} />
        </section>
      )}
      {count > 0 && (
        <p>
          <Link className="text-link" to={addressOf(unknown)}>
            {isCapped && 'More than '}
            {groupDigits(count)} {count === 1 ? 'part' : 'parts'} with no confirmed fit
            <ArrowRight />
          </Link>
        </p>
      )}
    </>
  )
}

/** In place of a list without parts. */
export function NoPartForCar({ shown }: ShownProps) {
  const car = useListedCar(shown)
  return (
    <EmptyState
      title={car ? `No parts for the ${car.name} yet` : 'No parts for this car yet'}
      actions={
        <>
          <ButtonLink to={addressOf({ ...shown, ...noCar, page: 1 })}>Show all parts</ButtonLink>
          <ButtonLink to={pathTo.ask(car && `parts for a ${car.name}`)}>Ask for a part</ButtonLink>
        </>
      }
    >
      Ask us for what you need, or browse all parts: some have no confirmed fit.
    </EmptyState>
  )
}

/** The address names a car that the shop does not have. */
export const UnknownCar = ({ shown }: ShownProps) => (
  <EmptyState
    title="We don’t list this car"
    actions={
      <ButtonLink to={addressOf({ ...shown, ...noCar, page: 1 })}>Show all parts</ButtonLink>
    }
  >
    It may be listed under another name. Choose your car again at the top of the page.
  </EmptyState>
)
