import { Id } from '#contract/fields.ts'
import { products } from '#contract/products.ts'
import { readPages } from '#web/lib/api.ts'
import { searchIn } from '#web/lib/paged-list.ts'

/** Full rows in a grid of three, two or one. */
const cardsPerPage = 24

/** Where the catalogue begins, for links that lead on without a script; undefined at its start. */
export function afterIn(parameters: URLSearchParams) {
  const after = Id.safeParse(parameters.get('after'))
  return after.success ? after.data : undefined
}

export const catalogueOptions = (parameters: URLSearchParams) => ({
  after: afterIn(parameters),
  limit: cardsPerPage,
  anonymous: true,
})

/** The catalogue as an address of the page asks for it. */
export const cataloguePages = ({ searchParams }: URL) =>
  readPages(products.list, searchIn(searchParams), catalogueOptions(searchParams))

/** The address of the page for what stands at an address of the API. */
export function pageFor(next: string) {
  const { searchParams } = new URL(next, 'http://shop.invalid')
  searchParams.delete('limit')
  return `/products?${searchParams}`
}
