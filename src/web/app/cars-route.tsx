import '../part.css'
import { carPagesMax } from '#contract/products/part-pages.ts'
import { CarPageView, movedAddress } from '#web/features/products/cars/car-page.tsx'
import { carAddressOf, readCars } from '#web/features/products/cars/car-address.ts'
import { isBeyondPages } from '#web/lib/lists/list-url.ts'
import type { Page } from '#web/lib/router/routes.ts'

export const carsRoute: Page = {
  Component: CarPageView,
  sheet: 'part-pages',
  // The page reads the names from its address.
  children: [
    {},
    { path: ':make' },
    { path: ':make/:model' },
    { path: ':make/:model/:year' },
    { path: ':make/:model/:year/:kind' },
  ],
  reads: async (client, url) => {
    const asked = carAddressOf(url)
    if (asked) await client.prefetchQuery(readCars(asked))
  },
  outcome: (client, url) => {
    const asked = carAddressOf(url)
    if (!asked) return { status: 404 }
    const cars = client.getQueryData(readCars(asked).queryKey)
    if (cars?.movedTo !== undefined) {
      return { status: 301, location: movedAddress(asked, cars.movedTo) }
    }
    const pages = { max: carPagesMax, rows: cars?.parts.length }
    return isBeyondPages(url.searchParams, pages) ? { status: 404 } : undefined
  },
}
