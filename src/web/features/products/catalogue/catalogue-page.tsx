import { ListPlus } from 'lucide-react'
import { useRef } from 'react'
import { type ProductKind, productKinds } from '#contract/shared/product-kinds.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useOrigin } from '#web/lib/origin.tsx'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { breadcrumbs, graph } from '#web/domain/structured-data.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { type ChosenCar, useChosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { PageHead } from '#web/domain/page-head.tsx'
import { PageLinks } from '#web/ui/list/page-links.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { StructuredData } from '#web/domain/structured-data-script.tsx'
import { CarFilter, carWords, NoPartForCar, OtherParts, UnknownCar } from './for-car.tsx'
import { CatalogueTools } from './catalogue-tools.tsx'
import { PartsTable } from './parts-table.tsx'
import { pagesOf, partsSentence } from './parts-count.ts'
import { FoundNumbers } from '#web/domain/part/found-numbers.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import { productList } from './product-list-data.ts'
import {
  addressOf,
  defaultParams,
  hasOtherParts,
  isFiltered,
  path,
  type CatalogueParams,
  type CatalogueView,
  useCatalogueParams,
  withoutFilters,
} from './catalogue-params.ts'
import { type LoadedParts, useParts } from './use-parts.ts'
import { useListedCar, useNewlyChosenCar } from './use-listed-car.ts'
import { ViewChoice } from './view-choice.tsx'
import { knownOf } from '#contract/shared/open-enum.ts'

export function CataloguePage() {
  const origin = useOrigin()
  const { shown, show } = useCatalogueParams()
  const { arrived, isLate, hasFailed, error, retry } = useParts(shown)
  const car = useListedCar(shown)
  const chosen = useChosenCar()
  // An answer about the engine is kept with the chosen car alone.
  const lineCar = car?.vehicle === chosen?.vehicle ? undefined : car
  useNewlyChosenCar(shown, show)
  const form = useRef<HTMLFormElement>(null)
  const isAwaited = isLate && !hasFailed
  const isNarrowed = Boolean(shown.q) || isFiltered(shown) || shown.sort !== defaultParams.sort

  /** The pressed button disappears with the filters it clears, so the focus moves. */
  const focusSearch = () => form.current?.querySelector<HTMLElement>('[type=search]')?.focus()

  function clear(change: Partial<CatalogueParams>) {
    show(change)
    focusSearch()
  }

  return (
    <div className="wrap page catalogue">
      <PageHead
        page="Products"
        path={isNarrowed ? path : addressOf({ ...shown, view: defaultParams.view })}
        description="All car parts of Auto Parts with price, stock and description: search by name or part number."
      />
      <StructuredData
        data={graph(
          breadcrumbs(origin, { name: 'Products', path }),
          productList(origin, arrived?.rows ?? []),
        )}
      />
      <div className="catalogue-head">
        <h1>All Products</h1>
        <CarFilter shown={shown} />
      </div>
      <CatalogueTools
        ref={form}
        shown={shown}
        show={show}
        kinds={knownOf(productKinds, arrived?.found?.kinds ?? [])}
      />
      <div className="catalogue-count">
        <output>
          {!hasFailed && arrived && sentenceOf(arrived)}
          {!hasFailed && arrived && carWords(arrived.shown, car?.name)}
        </output>
        {isFiltered(shown) && (
          <ButtonLink
            size="small"
            variant="quiet"
            to={addressOf(withoutFilters(shown))}
            keepScroll
            onClick={focusSearch}
          >
            Clear filters
          </ButtonLink>
        )}
        <div className="catalogue-count__end">
          <ViewChoice shown={shown} />
          <ButtonLink to={pathTo.quickOrder} size="small" icon={ListPlus}>
            Quick order
          </ButtonLink>
        </div>
      </div>
      {arrived?.found?.didYouMean && !hasFailed && (
        <p className="catalogue-meant">
          Did you mean{' '}
          <Link to={addressOf({ ...arrived.shown, q: arrived.found.didYouMean, page: 1 })}>
            {arrived.found.didYouMean}
          </Link>
          ?
        </p>
      )}
      {arrived && !hasFailed && <FoundNumbers parts={arrived.rows} />}
      <h2 className="visually-hidden">Parts and prices</h2>
      <div
        className={classNames('catalogue-parts', isAwaited && 'catalogue-parts--late')}
        aria-busy={isAwaited}
      >
        {hasFailed && shown.vehicle && isProblem(error, 'not-found') ? (
          <UnknownCar shown={shown} />
        ) : hasFailed ? (
          <FailedState title="The parts could not be loaded" onRetry={retry}>
            {sentenceFor(error)}
          </FailedState>
        ) : arrived ? (
          <Parts {...arrived} view={shown.view} car={lineCar} onClear={clear} />
        ) : (
          <ProductGridSkeleton cards={9} />
        )}
      </div>
      {arrived && !hasFailed && error && (
        <ErrorLine>These parts could not be refreshed. {sentenceFor(error)}</ErrorLine>
      )}
      {arrived && !hasFailed && <Pages {...arrived} />}
      <p className="catalogue-pages">
        <Link to={pathTo.cars}>Parts by car</Link>
      </p>
      {arrived && !hasFailed && hasOtherParts(arrived.shown) && (
        <OtherParts shown={arrived.shown} />
      )}
    </div>
  )
}

const sentenceOf = ({ shown, rows, found }: LoadedParts) =>
  found && partsSentence(shown, rows.length, found)

type PartsProps = LoadedParts & {
  view: CatalogueView
  /** The car of the address, if it is not the chosen one. */
  car: ChosenCar | undefined
  onClear: (change: Partial<CatalogueParams>) => void
}

function Parts({ shown, rows, found, view, car, onClear }: PartsProps) {
  const { q, page } = shown
  if (rows.length > 0) {
    return view === 'table' ? (
      <PartsTable parts={rows} shown={shown} car={car} />
    ) : (
      <ProductGrid products={rows} car={car} />
    )
  }
  if (page > 1) {
    return (
      <EmptyState
        title="No more parts"
        actions={
          <ButtonLink to={addressOf({ ...shown, page: 1 })}>Back to the first parts</ButtonLink>
        }
      />
    )
  }
  if (shown.vehicle && !q) return <NoPartForCar shown={shown} />
  if (q || isFiltered(shown)) {
    return (
      <>
        <EmptyState
          title={q ? `No part matches “${q}”` : 'No part matches'}
          actions={
            <>
              {q && <Button onClick={() => onClear({ q: '' })}>Clear search</Button>}
              <ButtonLink to={pathTo.ask(q)}>Ask for a part</ButtonLink>
            </>
          }
        >
          {isFiltered(shown)
            ? 'Nothing matches all of these filters. Clear them to search the whole catalogue.'
            : 'Try fewer or shorter words. The search looks in names, descriptions and part numbers.'}
        </EmptyState>
        {q && found && <KindLinks kinds={knownOf(productKinds, found.kinds)} />}
      </>
    )
  }
  return (
    <EmptyState
      title="No products yet"
      actions={<ButtonLink to={pathTo.ask()}>Ask for a part</ButtonLink>}
    >
      We’re stocking up. Tell us what you need and we’ll look for it.
    </EmptyState>
  )
}

/** What the catalogue has instead of the part that was not found. */
const KindLinks = ({ kinds }: { kinds: readonly ProductKind[] }) => (
  <ul className="catalogue-kinds" aria-label="Kinds of parts">
    {kinds.map((kind) => (
      <li key={kind}>
        <ButtonLink size="small" to={addressOf({ ...defaultParams, kind })}>
          {productKinds[kind]}
        </ButtonLink>
      </li>
    ))}
  </ul>
)

/** Each page is a history entry and is shown from its top. */
const asPages = {}

function Pages({ shown, rows, found }: LoadedParts) {
  const pages = pagesOf(shown, rows.length, found)
  if (pages <= 1 || rows.length === 0) return null
  return (
    <div className="catalogue-pages pagination">
      <PageLinks
        page={shown.page}
        pages={pages}
        to={(page) => addressOf({ ...shown, page })}
        options={asPages}
      />
    </div>
  )
}
