import type * as z from 'zod/mini'
import { kindKeys, type ProductKind } from '#contract/shared/product-kinds.ts'
import {
  pageMax,
  ProductFilter,
  products,
  type ProductSort,
  productSorts,
} from '#contract/products.ts'
import { read } from '#web/lib/api/api.ts'
import { parseSearch } from '#web/lib/lists/paged-list.ts'
import { useLocation, useRouter } from '#web/lib/router/router-view.tsx'
import type { Reads } from '#web/lib/router/routes.ts'
import { oneOf, parsePage, urlWithParams } from '#web/lib/lists/list-url.ts'

export const path = '/products'

/** Full rows in a grid of three, two or one. */
export const cardsPerPage = 24

/** What of the catalogue is shown. All of it stands in the address, by the names of the form's fields. */
export interface ShownParts extends Record<keyof ProductFilter, string | boolean> {
  q: string
  kind: ProductKind | ''
  /** In dollars, as typed; empty for no bound. */
  minPrice: string
  maxPrice: string
  inStock: boolean
  sort: ProductSort
  page: number
}

export const everything: ShownParts = {
  q: '',
  kind: '',
  minPrice: '',
  maxPrice: '',
  inStock: false,
  sort: 'oldest',
  page: 1,
}

/** A typed price as the API takes it; undefined when it is none. */
export function readPrice(typed: string): string | undefined {
  const text = typed.replaceAll(/[$\s]/g, '')
  if (text === '') return ''
  return ProductFilter.shape.minPrice.safeParse(text).success ? text : undefined
}

/** What an address asks to be shown; what it does not say, or says wrong, is as usual. */
export const shownBy = (parameters: URLSearchParams): ShownParts => ({
  q: parseSearch(parameters).trim(),
  kind: oneOf<ShownParts['kind']>(kindKeys, parameters.get('kind'), ''),
  minPrice: readPrice(parameters.get('minPrice') ?? '') ?? '',
  maxPrice: readPrice(parameters.get('maxPrice') ?? '') ?? '',
  inStock: parameters.get('inStock') === 'true',
  sort: oneOf(productSorts, parameters.get('sort'), everything.sort),
  page: parsePage(parameters, pageMax),
})

export const addressOf = (shown: ShownParts) => urlWithParams(path, shown, everything)

/** The same search in the same order, without filters. */
export const withoutFilters = ({ q, sort }: ShownParts): ShownParts => ({ ...everything, q, sort })

// Safe: the keys of the schema.
const filterNames = Object.keys(ProductFilter.shape) as (keyof ProductFilter)[]

/** Whether anything but a search narrows the catalogue down. */
export const isFiltered = (shown: ShownParts) =>
  filterNames.some((name) => name !== 'q' && shown[name])

const anonymous = { anonymous: true }

type Query = z.input<typeof ProductFilter>

/** The filters that are set, as the API takes them. */
const filterOf = (shown: ShownParts): Query =>
  Object.fromEntries(
    filterNames.flatMap((name) => (shown[name] ? [[name, String(shown[name])]] : [])),
  )

export function readParts(shown: ShownParts) {
  const { sort, page } = shown
  const query = {
    limit: cardsPerPage,
    ...filterOf(shown),
    ...(sort !== everything.sort && { sort }),
    ...(page > 1 && { page }),
  }
  return read(products.list, { query }, anonymous)
}

export const readFound = (shown: ShownParts) =>
  read(products.found, { query: filterOf(shown) }, anonymous)

/** The reads of the catalogue as an address asks for it. */
export const catalogueReads: Reads = (client, { searchParams }) => {
  const shown = shownBy(searchParams)
  return Promise.all([
    client.prefetchQuery(readParts(shown)),
    client.prefetchQuery(readFound(shown)),
  ])
}

const byTyping = { typed: true }

const isByTyping = (state: unknown) =>
  typeof state === 'object' && state !== null && 'typed' in state

/** What the address shows, and a way to show something else. */
export function useShownParts() {
  const { pathname, search } = useLocation()
  const { navigate, getState } = useRouter()

  function show(change: Partial<ShownParts>, { isTyped = false } = {}) {
    // Two fields may be changed before the first change is drawn; whoever has left is not called back.
    const newest = getState().location
    if (newest.pathname !== pathname) return
    const wanted = { ...shownBy(new URLSearchParams(newest.search)), page: 1, ...change }
    // One word is one entry of the history, however often the typing pauses in it.
    const replace = isTyped && isByTyping(newest.state)
    const options = { keepScroll: true, replace, ...(isTyped && { state: byTyping }) }
    void navigate(addressOf(wanted), options)
  }

  return { shown: shownBy(new URLSearchParams(search)), show }
}

export type ShowParts = ReturnType<typeof useShownParts>['show']
