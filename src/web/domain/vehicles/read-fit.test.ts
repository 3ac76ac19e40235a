import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { readFit } from './read-fit.ts'

const golf = { vehicle: 'volkswagen/golf/2014', name: '2014 Volkswagen Golf' }
const asked: URL[] = []

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    const address = new URL(url, 'http://shop')
    asked.push(address)
    const products = address.searchParams.get('products')?.split(',') ?? []
    return Response.json(products.map((product) => ({ verdict: 'fits', notes: [product] })))
  })
})

const fitsOf = (client: QueryClient, car: typeof golf & { engine?: string }, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => client.fetchQuery(readFit(car, `part-${index}`))),
  )

/** @shows row-148 */
test('the parts of a page are asked about in one call, and each gets its own answer', async () => {
  const fits = await fitsOf(new QueryClient(), golf, 24)
  expect(fits.map(({ notes: [product] }) => product)).toEqual(fits.map((_, i) => `part-${i}`))
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/fitments/verdicts'])
  expect(asked[0]?.searchParams.get('vehicle')).toBe(golf.vehicle)
  expect(asked[0]?.searchParams.has('engine')).toBe(false)
})

test('calls have as many parts as one may have, and parts of two cars are apart', async () => {
  const client = new QueryClient()
  await Promise.all([
    fitsOf(client, golf, 50),
    fitsOf(client, { ...golf, engine: '2.5l-petrol' }, 1),
  ])
  const counts = asked.map(({ searchParams }) => [
    searchParams.get('engine'),
    searchParams.get('products')?.split(',').length,
  ])
  expect(counts).toEqual([
    [null, 48],
    [null, 2],
    ['2.5l-petrol', 1],
  ])
})
