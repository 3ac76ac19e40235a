import { expect, test } from 'vitest'
import { Email } from './fields.ts'

test.each([
  ['mia@shop.example', true],
  ['Mia.Meier@shop.co.uk', true],
  ['mia@shop', false],
  ['mia@shop..example', false],
  ['mia meier@shop.example', false],
])('%s is an e-mail address: %s', (text, isOne) => {
  expect(Email.safeParse(text).success).toBe(isOne)
})

test('a very long text is refused as no e-mail address before anything is looked for in it', () => {
  const began = Date.now()
  expect(Email.safeParse('a'.repeat(300_000)).success).toBe(false)
  // A look from each of its letters would take a minute or more.
  expect(Date.now() - began).toBeLessThan(15_000)
})
