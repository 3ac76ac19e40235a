import type * as z from 'zod/mini'
import { type CarPage, products } from '#contract/products/products.ts'
import { kindKeys, productKinds } from '#contract/shared/product-kinds.ts'
import { carPagesMax, CarPageQuery } from '#contract/products/part-pages.ts'
import { read } from '#web/lib/api/api.ts'
import { parsePage } from '#web/lib/lists/list-url.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import type { Crumb } from '#web/domain/structured-data.ts'

/** What the address of a page about cars names. */
export type CarAddress = Omit<z.input<typeof CarPageQuery>, 'page'> & { page: number }

const steps = ['make', 'model', 'year', 'kind'] as const

/** `/parts/volkswagen/golf/2014/brakes`; undefined for what cannot be one. */
export function carAddressOf({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>) {
  const named = pathname
    .split('/')
    .slice(2)
    .filter(Boolean)
    .flatMap((text, index) => (steps[index] ? [[steps[index], text.toLowerCase()]] : []))
  const asked: CarAddress = {
    ...Object.fromEntries(named),
    page: parsePage(searchParams, carPagesMax),
  }
  return CarPageQuery.safeParse(queryOf(asked)).success ? asked : undefined
}

const queryOf = ({ page, ...cars }: CarAddress) => ({ ...cars, ...(page > 1 && { page }) })

/** The read of a page about cars. */
export const readCars = (asked: CarAddress) =>
  read(products.forCar, { query: queryOf(asked) }, { anonymous: true })

type Named = Pick<CarAddress, (typeof steps)[number]>

export const pathOf = (named: Named) =>
  [pathTo.cars, ...steps.flatMap((step) => named[step] ?? [])].map(String).join('/')

export const withPage = (path: string, page: number) => (page > 1 ? `${path}?page=${page}` : path)

/** The heading of a page about cars, and the pages above it. */
export function titlesOf({ year, kind: key }: CarAddress, { make, model }: CarPage) {
  const kind = kindKeys.find((known) => known === key)
  const car = [year, make?.name, model?.name].filter(Boolean).join(' ')
  const what = kind ? productKinds[kind] : 'Parts'
  const heading = !make ? 'Parts by car' : model ? `${what} for the ${car}` : `${what} for ${car}`
  const slugs = { make: make?.slug, model: model?.slug }
  const crumbs: Crumb[] = [
    { name: 'Parts by car', path: pathOf({}) },
    ...(make ? [{ name: make.name, path: pathOf({ make: slugs.make }) }] : []),
    ...(model ? [{ name: model.name, path: pathOf(slugs) }] : []),
    ...(year ? [{ name: String(year), path: pathOf({ ...slugs, year }) }] : []),
    ...(kind ? [{ name: productKinds[kind], path: pathOf({ ...slugs, year, kind }) }] : []),
  ]
  return { heading, car, crumbs }
}
