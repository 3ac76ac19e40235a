import { afterEach, expect, test, vi } from 'vitest'
import { periodProblem, salesFilter, salesList } from './sales-params.ts'

const parse = (search: string) => salesList.parseParams(new URLSearchParams(search))

afterEach(() => vi.useRealTimers())

test('sales are of the last 30 days unless the address names others', () => {
  // In the shop it is 23:15 in winter; the same hour 29 days before was already the next day in summer.
  vi.useFakeTimers({ now: new Date('2026-11-26T05:15:00Z') })
  const { from, to } = parse('')
  expect([from, to]).toEqual(['2026-10-27', '2026-11-25'])
  expect(parse('from=2026-11-01&to=2026-11-30')).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-30',
  })
  expect(parse('from=yesterday').from).toBe(from)
})

test('the search names a product, and an account has an input of its own', () => {
  const params = parse('from=2026-11-01&to=2026-11-30&q=lamp&account=mia')
  expect(salesFilter(params)).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
    account: 'mia',
    product: 'lamp',
  })
  expect(salesFilter(parse('from=2026-11-01&to=2026-11-30'))).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
  })
})

test('a period has a day at least and a year at most', () => {
  expect(periodProblem({ from: '2026-11-02', to: '2026-11-01' })).toMatch('before the first')
  expect(periodProblem({ from: '2026-11-01', to: '2026-11-01' })).toBeUndefined()
  expect(periodProblem({ from: '2025-11-01', to: '2026-11-02' })).toMatch('366 days')
})
