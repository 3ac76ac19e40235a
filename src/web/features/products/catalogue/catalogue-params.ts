import type * as z from 'zod/mini'
import { kindKeys, type ProductKind } from '#contract/shared/product-kinds.ts'
import {
  type FitFilter,
  fitFilters,
  isByPrice,
  pageMax,
  ProductFilter,
  products,
  type ProductSort,
  productSorts,
} from '#contract/products/products.ts'
import { pricePaths } from '#contract/prices/price-paths.ts'
import type { prices as ownPrices } from '#contract/products/account-prices.ts'
import { knownPrices, type ShownPrices, useShownPrices } from '#web/domain/prices/price-list.ts'
import { read } from '#web/lib/api/api.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useLocation, useRouter } from '#web/lib/router/router-view.tsx'
import type { Page, Reads } from '#web/lib/router/routes.ts'
import {
  isBeyondPages,
  oneOf,
  parsePage,
  parseSearch,
  urlWithParams,
} from '#web/lib/lists/list-url.ts'

export const path = pathTo.catalogue

/** A multiple of three and two, so that rows of the grid are full. */
export const cardsPerPage = 24

/** The state of the catalogue page. It is in the URL, under the names of the form's fields. */
export interface CatalogueParams extends Record<keyof ProductFilter, string | boolean> {
  q: string
  kind: ProductKind | ''
  /** In dollars, as typed; empty for no limit. */
  minPrice: string
  maxPrice: string
  inStock: boolean
  /** The car that parts are shown for, as calls name it; empty for none. */
  vehicle: string
  engine: string
  fits: FitFilter
  sort: ProductSort
  page: number
  view: CatalogueView
}

export const catalogueViews = ['cards', 'table'] as const
export type CatalogueView = (typeof catalogueViews)[number]

export const defaultParams: CatalogueParams = {
  q: '',
  kind: '',
  minPrice: '',
  maxPrice: '',
  inStock: false,
  vehicle: '',
  engine: '',
  fits: 'this-car',
  sort: 'oldest',
  page: 1,
  view: 'cards',
}

/** All parts, for no car. */
export const noCar = { vehicle: '', engine: '', fits: 'this-car' } as const

/** A typed price as the API accepts it; undefined if it is not a price. */
export function readPrice(typed: string): string | undefined {
  const text = typed.replaceAll(/[$\s]/g, '')
  if (text === '') return ''
  return ProductFilter.shape.minPrice.safeParse(text).success ? text : undefined
}

/** An engine or a list of a car is nothing without the car. */
function carFrom(parameters: URLSearchParams) {
  const { vehicle, engine, fits } = defaultParams
  const valid = (name: 'vehicle' | 'engine') => {
    const text = parameters.get(name) ?? ''
    return ProductFilter.shape[name].safeParse(text).success ? text : ''
  }
  const car = valid('vehicle')
  if (!car) return { vehicle, engine, fits }
  return {
    vehicle: car,
    engine: valid('engine'),
    fits: oneOf(fitFilters, parameters.get('fits'), fits),
  }
}

/** Reads the parameters of a URL. Missing and invalid ones get their default. */
export const paramsFrom = (parameters: URLSearchParams): CatalogueParams => ({
  q: parseSearch(parameters).trim(),
  kind: oneOf<CatalogueParams['kind']>(kindKeys, parameters.get('kind'), ''),
  minPrice: readPrice(parameters.get('minPrice') ?? '') ?? '',
  maxPrice: readPrice(parameters.get('maxPrice') ?? '') ?? '',
  inStock: parameters.get('inStock') === 'true',
  ...carFrom(parameters),
  sort: oneOf(productSorts, parameters.get('sort'), defaultParams.sort),
  page: parsePage(parameters, pageMax),
  view: oneOf(catalogueViews, parameters.get('view'), defaultParams.view),
})

export const addressOf = (shown: CatalogueParams) => urlWithParams(path, shown, defaultParams)

/** Keeps search, order and view, and drops the filters. */
export const withoutFilters = ({ q, sort, view }: CatalogueParams): CatalogueParams => ({
  ...defaultParams,
  q,
  sort,
  view,
})

// Safe: the keys of the schema.
const filterNames = Object.keys(ProductFilter.shape) as (keyof ProductFilter)[]

/** Engine and list are of the car, which is one filter. */
const besideFilters = new Set<string>(['q', 'engine', 'fits'])

/** The number of filters that are set, besides the search. */
export const filterCount = (shown: CatalogueParams) =>
  filterNames.filter((name) => !besideFilters.has(name) && shown[name] !== defaultParams[name])
    .length

export const isFiltered = (shown: CatalogueParams) => filterCount(shown) > 0

const anonymous = { anonymous: true }

type Query = z.input<typeof ProductFilter>

/** The filters that are set, as the API accepts them. */
const filterOf = (shown: CatalogueParams): Query =>
  Object.fromEntries(
    filterNames.flatMap((name) =>
      shown[name] === defaultParams[name] ? [] : [[name, String(shown[name])]],
    ),
  )

export function readParts(shown: CatalogueParams, prices: ShownPrices = 'public') {
  const { sort, page } = shown
  const query = {
    limit: cardsPerPage,
    ...filterOf(shown),
    ...(sort !== defaultParams.sort && { sort }),
    ...(page > 1 && { page }),
  }
  return prices === 'own'
    ? read<typeof ownPrices.products>(pricePaths.products, { query })
    : read(products.list, { query }, anonymous)
}

export function readCount(shown: CatalogueParams, prices: ShownPrices = 'public') {
  const query = filterOf(shown)
  return prices === 'own'
    ? read<typeof ownPrices.found>(pricePaths.found, { query })
    : read(products.found, { query }, anonymous)
}

/** The reads of a list, by the prices that its reader sees; those of everyone until they are known. */
export function useCatalogueReads(shown: CatalogueParams) {
  const prices = useShownPrices(isByPrice(shown))
  return {
    parts: readParts(shown, prices),
    count: readCount(shown, prices),
    areFinal: prices !== undefined,
  }
}

/** The queries of the catalogue for a URL. */
export const catalogueReads: Reads = (client, { searchParams }) => {
  const shown = paramsFrom(searchParams)
  const prices = isByPrice(shown) ? knownPrices(client) : 'public'
  return Promise.all([
    client.prefetchQuery(readParts(shown, prices)),
    client.prefetchQuery(readCount(shown, prices)),
    ...(hasOtherParts(shown)
      ? [
          client.prefetchQuery(readParts({ ...shown, fits: 'every-car', page: 1 }, prices)),
          client.prefetchQuery(readCount({ ...shown, fits: 'unknown', page: 1 }, prices)),
        ]
      : []),
  ])
}

/** There is no page beyond the last one. */
export const catalogueOutcome: NonNullable<Page['outcome']> = (client, { searchParams }) => {
  const shown = paramsFrom(searchParams)
  const parts = client.getQueryData(readParts(shown).queryKey)
  return isBeyondPages(searchParams, { max: pageMax, rows: parts?.length })
    ? { status: 404 }
    : undefined
}

/** Whether parts for every car are below the list. */
export const hasOtherParts = ({ vehicle, fits }: CatalogueParams) =>
  Boolean(vehicle) && fits === 'this-car'

const byTyping = { typed: true }

const isByTyping = (state: unknown) =>
  typeof state === 'object' && state !== null && 'typed' in state

/** The parameters in the URL, and a function to change them. */
export function useCatalogueParams() {
  const { pathname, search } = useLocation()
  const { navigate, getState } = useRouter()

  function show(change: Partial<CatalogueParams>, { isTyped = false } = {}) {
    // Two fields may change before the first change is rendered. A visitor who has left the page stays where they are.
    const newest = getState().location
    if (newest.pathname !== pathname) return
    const wanted = { ...paramsFrom(new URLSearchParams(newest.search)), page: 1, ...change }
    // Typing replaces the history entry, so that pauses within a word add none.
    const replace = isTyped && isByTyping(newest.state)
    const options = { keepScroll: true, replace, ...(isTyped && { state: byTyping }) }
    void navigate(addressOf(wanted), options)
  }

  return { shown: paramsFrom(new URLSearchParams(search)), show }
}

export type ShowParts = ReturnType<typeof useCatalogueParams>['show']
