import { expect, test } from 'vitest'
import { asText, fromText } from './csv.ts'

/** @shows row-85 */
test.each([
  '=1+1',
  '+49 30 1234',
  '-5 °C',
  '@home',
  '\tindented',
  '\rreturn',
  '＝1',
  "'=already text",
  "''=twice",
  "'quoted'",
  "'",
  '',
  'plain',
  '5-door',
])('%j survives export and import, and is no formula', (text) => {
  const cell = asText(text)
  expect(fromText(cell)).toBe(text)
  expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
})
