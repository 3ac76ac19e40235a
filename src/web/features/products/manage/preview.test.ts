import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

const nothing = { name: '', price: '', quantity: '', description: '', img: '' }

test('the preview shows the typed values', () => {
  const typed = { ...nothing, name: ' Door Rubber ', price: '18.79', quantity: '120' }
  expect(previewOf(typed)).toMatchObject({ name: 'Door Rubber', price: 18.79, quantity: 120 })
})

test('the preview shows an incomplete number as 0', () => {
  expect(previewOf({ ...nothing, price: '1e', quantity: '-3' })).toMatchObject({
    price: 0,
    quantity: 0,
  })
})

/** @shows row-171 */
test('the preview shows a ladder once it is one', () => {
  const typed = { ...nothing, price: '23.73' }
  expect(previewOf({ ...typed, breaks: '100:18.79' }).breaks).toEqual([{ from: 100, price: 18.79 }])
  expect(previewOf({ ...typed, breaks: '100:' }).breaks).toBeUndefined()
})

test('an empty form previews a card that is in stock', () => {
  expect(previewOf(nothing).name).not.toBe('')
  expect(previewOf(nothing).quantity).toBeGreaterThanOrEqual(10)
})
