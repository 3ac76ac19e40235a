import { expect, test } from 'vitest'
import type { Suite } from './playwright-results.ts'
import { otherWidths } from './widths.ts'

const journey = (title: string, projects: string[]) => ({
  title,
  tests: projects.map((projectName) => ({ projectName, status: 'skipped', results: [] })),
})
const file = 'journeys/cart.spec.ts'
const numbered = (projects: string[]) =>
  Array.from({ length: 100 }, (_, index) => journey(`journey ${index}`, projects))
const suites: Suite[] = [
  {
    title: file,
    file,
    specs: [...numbered(['phone', 'desktop']), journey('at one width', ['desktop', 'translated'])],
    suites: [{ title: 'without scripts', file, specs: [journey('a cart', ['phone', 'desktop'])] }],
  },
]

test('a journey at both widths is left out at one of them, by the commit', () => {
  const left = otherWidths(suites, 'a commit')
  expect(otherWidths(suites, 'a commit')).toEqual(left)
  expect(left).toHaveLength(101)
  expect(left[0]).toMatch(/^\[(phone|desktop)\] › journeys\/cart\.spec\.ts › journey 0$/)
  expect(left.at(-1)).toMatch(/› journeys\/cart\.spec\.ts › without scripts › a cart$/)
  const phones = left.filter((line) => line.startsWith('[phone]'))
  expect(phones.length).toBeGreaterThan(25)
  expect(phones.length).toBeLessThan(75)
  expect(otherWidths(suites, 'the next commit')).not.toEqual(left)
})
