import { expect, test } from 'vitest'
import { activeAfter, none } from './combobox.ts'

/** The options that the arrow keys visit, from the text. */
function visited(key: string, count: number) {
  const options: (number | undefined)[] = []
  let active = none
  do {
    active = activeAfter(key, active, count) ?? none
    options.push(active)
  } while (active !== none)
  return options
}

/** @shows row-100 */
test('the arrow keys go through all options and back to the text', () => {
  expect(visited('ArrowDown', 3)).toEqual([0, 1, 2, none])
  expect(visited('ArrowUp', 3)).toEqual([2, 1, 0, none])
})

/** @shows row-100 */
test('Home and End move in the list once an option is active, else in the text', () => {
  expect([activeAfter('Home', 1, 3), activeAfter('End', 1, 3)]).toEqual([0, 2])
  expect([activeAfter('Home', none, 3), activeAfter('End', none, 3)]).toEqual([
    undefined,
    undefined,
  ])
})

/** @shows row-100 */
test('other keys, and all keys without options, belong to the text', () => {
  expect(activeAfter('a', 1, 3)).toBeUndefined()
  expect(activeAfter('ArrowDown', none, 0)).toBeUndefined()
})
