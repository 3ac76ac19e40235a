import {
  type ListDefinition,
  type ListParams,
  parseListParams,
  type Sorted,
} from './list-params.ts'
import { oneOf } from './list-url.ts'

/** Labels of each sort key in both directions. */
export type SortTexts<Sort extends string> = Readonly<Record<Sort, { asc: string; desc: string }>>

interface Words<Tab extends string, Sort extends string> {
  /** Path of the page. */
  path: string
  noun: { one: string; many: string }
  /** Placeholder naming the searched fields; no search without it. */
  searchedIn?: string
  /** The first tab, or the one named here, is that of an address without one. */
  tabs?: { label: string; texts: Readonly<Record<Tab, string>>; first?: Tab }
  /** The first order is that of an address without one. Columns of text sort ascending at first, others descending. */
  sorts?: { texts: SortTexts<Sort>; textColumns: readonly Sort[] }
}

/** A list of the dashboard: its words, and its state in the address. */
export type ManagedList<Params extends ListParams> = Words<string, string> & ListDefinition<Params>

type ManagedParams<Tab extends string, Sort extends string, Filter> = ListParams &
  Filter &
  ([Tab] extends [never] ? unknown : { tab: Tab }) &
  ([Sort] extends [never] ? unknown : Sorted<Sort>)

type Options<Tab extends string, Sort extends string, Filter> = Words<Tab, Sort> & {
  /** The filters of an address besides search, tab and order. An empty text filters nothing. */
  filters?: (parameters: URLSearchParams) => Filter
  /** Rows of every page, in place of a choice in the address. */
  pageSize?: number
}

/** Defines a list of the dashboard. */
export function managedList<
  Tab extends string = never,
  Sort extends string = never,
  Filter extends object = object,
>({
  filters,
  pageSize,
  ...words
}: Options<Tab, Sort, Filter>): ManagedList<ManagedParams<Tab, Sort, Filter>> {
  const parse = (parameters: URLSearchParams) => ({
    ...(words.tabs && {
      tab: oneKey(words.tabs.texts, parameters.get('tab'), words.tabs.first),
    }),
    ...(words.sorts && {
      sort: oneKey(words.sorts.texts, parameters.get('sort')),
      direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc',
    }),
    ...filters?.(parameters),
    ...parseListParams(parameters),
    ...(pageSize && { limit: pageSize }),
  })
  return {
    ...words,
    ...(pageSize && { hasFixedPages: true }),
    // Safe: the type names tab, order and filters exactly if the options do.
    parseParams: (parameters) => parse(parameters) as ManagedParams<Tab, Sort, Filter>,
  }
}

function oneKey(texts: Readonly<Record<string, unknown>>, key: string | null, first?: string) {
  const keys = Object.keys(texts)
  return oneOf<string | undefined>(keys, key, first ?? keys[0])
}

/** The parameters of a list. */
export type ParamsOf<List> = List extends ListDefinition<infer Params> ? Params : never

/** Parameters that may be an empty text, which is none. */
type Optional<Params> = {
  [Key in keyof Params]: '' extends Params[Key] ? Key : never
}[keyof Params]

/** Parameters as calls take them. */
export type Sent<Params> = Omit<Params, Optional<Params>> & {
  [Key in Optional<Params>]?: Exclude<Params[Key], ''>
}

/** The parameters that are set. */
export const sentParams = <Params extends ListParams>(params: Params) =>
  // Safe: only what may be missing is left out.
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== '')) as Sent<Params>

/** Parameters of the shown page, which the number of rows does not depend on. */
const ofPage = ['page', 'limit', 'tab', 'sort', 'direction'] as const

export type SentFilter<Params> = Omit<Sent<Params>, (typeof ofPage)[number]>

/** The parameters that the number of rows in all tabs depends on, and that are set. */
export function sentFilter<Params extends ListParams>(params: Params): SentFilter<Params> {
  const filter: Partial<Sent<Params>> = sentParams(params)
  for (const name of ofPage) delete filter[name as keyof typeof filter]
  return filter as SentFilter<Params>
}

/** The parameters of the address without search, tab and filters, and whether these differ from it. */
export function unfiltered<Params extends ListParams>(
  list: ListDefinition<Params>,
  params: Params,
) {
  const { limit: _, ...start } = list.parseParams(new URLSearchParams())
  const {
    sort: __,
    direction: ___,
    ...everything
  } = start as typeof start & Partial<Sorted<string>>
  const now = new Map(Object.entries(params))
  return {
    // Safe: parameters of the list, without the order.
    everything: everything as unknown as Partial<Params>,
    isFiltered: Object.entries(everything).some(([name, value]) => now.get(name) !== value),
  }
}
