import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 400, [1, 2, 0, 400]],
  [3, 5, [1, 2, 3, 4, 5]],
  [200, 400, [1, 0, 199, 200, 201, 0, 400]],
  [400, 400, [1, 0, 399, 400]],
])('page %i of %i links %j', (page, pages, expected) => {
  expect(pageNumbers(page, pages)).toEqual(expected)
})
