import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asCsv, asText, fromText } from './csv.ts'

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
  "x;=cmd|' /C calc'!A0;y",
  'a,-b',
  'a\t"=b"',
  "10' long, '=twice; ' =spaced",
  'first\n+second',
  'x =1+1',
  'pads "=cmd|\' /C calc\'!A0" y',
  "it's '@home '=twice",
])('%j survives export and import, and is not a formula', (text) => {
  const cell = asText(text)
  expect(fromText(cell)).toBe(text)
  expect(formulasIn(cell)).toEqual([])
})

/** The cells that spreadsheets would read as formulas, by any sign that splits the text. A sign alone is none, nor is a number. */
const formulasIn = (file: string) =>
  [',', ';', '\t', '|', '\r', '\n', ' ', /[,;|\t\r\n]/, /[,;|\s]/]
    .flatMap((separator) => file.split(separator))
    .filter(
      (cell) =>
        /^["\s]*[=+\-@＝＋－＠]/.test(cell) &&
        !/^["\s]*(?:[-+]?[\d.]+%?|[=+\-@＝＋－＠])["\s]*$/.test(cell),
    )

const hostile = fc.array(
  fc.constantFrom(...'=+-@＝＋－＠,;|\t\r\n\'" \u00A0'.split(''), 'sep=', 'x', '1', 'é', '💡'),
  { maxLength: 12 },
)

/** @shows row-198 */
test('no text becomes a formula by any separator, and each comes back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 4 }), async (texts) => {
      const rows = texts.map((signs) => ({ id: 1, text: signs.join(''), after: 2 }))
      for (const { text: typed } of rows) expect(fromText(asText(typed))).toBe(typed)
      const columns = (['id', 'text', 'after'] as const).map((key) => ({ key, header: key }))
      const file = await text(asCsv(columns, Readable.from(rows)))
      expect(formulasIn(file)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

/** @shows row-198 */
test.each([
  'Brake pads - front',
  'Wiper 16" + 18"',
  'Antifreeze to -40 °C, 5 l',
  'Tow bar (2008 - 2014)',
])('“%s” is exported as it is', (text) => {
  expect(asText(text)).toBe(text)
})

test('numbers stay numbers, and a telephone number keeps its sign', async () => {
  const columns = (['change', 'phone'] as const).map((key) => ({ key, header: key }))
  const file = await text(asCsv(columns, Readable.from([{ change: -5, phone: '+1 555 0100' }])))
  expect(file).toContain("\r\n-5,'+1 555 0100\r\n")
})
