import { beforeAll, expect, test } from 'vitest'
import { budgets, measureHome } from './budgets.ts'
import { buildWhenNeeded } from '../scripts/build.ts'

beforeAll(() => buildWhenNeeded(() => {}), 120_000)

test.each(['scripts', 'styles', 'html', 'fonts'] as const)(
  'the %s of a first visit to Home stay within their budget',
  async (part) => {
    const sizes = await measureHome()
    expect(sizes[part]).toBeLessThanOrEqual(budgets[part])
  },
)
