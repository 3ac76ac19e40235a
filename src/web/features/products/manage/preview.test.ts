import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

const nothing = { name: '', price: '', quantity: '', description: '', img: '' }

test('what is typed is shown as the card will show it', () => {
  const typed = { ...nothing, name: ' Door Rubber ', price: '18.79', quantity: '120' }
  expect(previewOf(typed)).toMatchObject({ name: 'Door Rubber', price: 18.79, quantity: 120 })
})

test('a number that is not finished yet is shown as nothing', () => {
  expect(previewOf({ ...nothing, price: '1e', quantity: '-3' })).toMatchObject({
    price: 0,
    quantity: 0,
  })
})

test('an empty form already shows a card, and not one that is sold out', () => {
  expect(previewOf(nothing).name).not.toBe('')
  expect(previewOf(nothing).quantity).toBeGreaterThanOrEqual(10)
})
