import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { imports } from '#contract/imports/imports.ts'
import { numberColumns } from '#contract/imports/number-files.ts'
import { numbersMax } from '#contract/numbers/product-numbers.ts'
import { products } from '#contract/products/products.ts'
import { openNumberImportTests } from '../../testing/steps/number-files.ts'

const { shop, ada, send, check, work, rowsOf, stateOf, part } = await openNumberImportTests()

const row = ({ partNumber }: { partNumber: string }) => ({
  'Part number': partNumber,
  Kind: 'oem',
  Number: 'C 1',
})

const found = async (number: string) => {
  const body = { partNumbers: [number] }
  return (await shop.call(undefined, products.lookUp, { body })).body[0]
}

/** @shows row-164 */
test('a file of numbers changes nothing until it is imported, and its undo is exact', async () => {
  const [pads, disc, old] = [await part(), await part(), await part()]
  const first = await check([
    { 'Part number': pads.partNumber, Kind: 'oem', Brand: 'Volkswagen', Number: '7N0 698 151' },
    { 'Part number': pads.partNumber, Kind: 'oem', Brand: 'Audi', Number: '7N0 698 999' },
  ])
  await work('apply', first)
  const before = await stateOf(pads.id, disc.id, old.id)

  const made = await check([
    {
      'Part number': pads.partNumber.toLowerCase(),
      Kind: 'OE',
      Brand: 'volkswagen',
      Number: '7n0.698.151',
    },
    { 'Part number': pads.partNumber, Kind: 'EAN', Number: '9 520000 445003' },
    { 'Part number': pads.partNumber, Kind: 'EAN', Number: '9520000445003' },
    { 'Part number': old.partNumber, 'Replaced by': disc.partNumber },
    {
      'Part number': disc.partNumber,
      Kind: 'Interchange',
      Number: 'KS 1',
      'Replaced by': pads.partNumber,
    },
  ])
  expect(made).toMatchObject({
    state: 'checked',
    counts: { new: 3, changed: 1, removed: 1, unchanged: 1, wrong: 0 },
  })
  const rows = await rowsOf(made)
  expect(rows.map(({ line, outcome, name }) => [line, outcome, name])).toEqual([
    [null, 'removed', pads.name],
    [2, 'changed', pads.name],
    [3, 'new', pads.name],
    [4, 'unchanged', pads.name],
    [5, 'new', old.name],
    [6, 'new', disc.name],
  ])
  expect(rows.map(({ changes }) => changes)).toEqual([
    [{ column: 'OEM number', before: '7N0 698 999, Audi', after: null }],
    [{ column: 'OEM number', before: '7N0 698 151, Volkswagen', after: '7n0.698.151, volkswagen' }],
    [{ column: 'Barcode', before: null, after: '9 520000 445003' }],
    [],
    [{ column: 'Replaced by', before: null, after: disc.partNumber }],
    [
      { column: 'Interchange number', before: null, after: 'KS 1' },
      { column: 'Replaced by', before: null, after: pads.partNumber },
    ],
  ])
  expect(await stateOf(pads.id, disc.id, old.id)).toEqual(before)

  expect(await work('apply', made)).toMatchObject({ state: 'applied', progress: 1, problem: null })
  expect(await found('9520000445003')).toMatchObject({ product: { _id: pads.id } })
  expect(await found(old.partNumber)).toMatchObject({
    product: { _id: pads.id },
    via: { kind: 'replaced' },
  })
  expect(await found('7N0 698 999')).toMatchObject({ product: null })
  expect(await work('undo', made)).toMatchObject({ state: 'undone', keptRows: 0 })
  expect(await stateOf(pads.id, disc.id, old.id)).toEqual(before)
  const { body } = await shop.call(ada, audit.list, { query: { q: pads.id } })
  expect(body.map(({ action, reason }) => [action, reason])).toEqual([
    ['import-products', 'Import of numbers.csv undone'],
    ['import-products', 'Import of numbers.csv'],
    ['import-products', 'Import of numbers.csv'],
  ])
})

/** @shows row-164 */
test('a file that adds removes nothing, and “-” ends a replacement', async () => {
  const [pads, next] = [await part(), await part()]
  const number = (text: string) => ({ 'Part number': pads.partNumber, Kind: 'oem', Number: text })
  await work('apply', await check([{ ...number('A 1'), 'Replaced by': next.partNumber }]))
  const made = await check([{ ...number('A 2'), 'Replaced by': '-' }], { mode: 'add' })
  expect(made.counts).toMatchObject({ changed: 0, new: 1, removed: 0 })
  await work('apply', made)
  expect(await stateOf(pads.id)).toEqual([
    {
      numbers: [
        ['oem', '', 'A 1'],
        ['oem', '', 'A 2'],
      ],
      replaced_by: null,
    },
  ])
})

/** @shows row-164 */
test('each wrong row is named with its line, and nothing is imported while one is wrong', async () => {
  const [pads, disc] = [await part(), await part()]
  const of = { 'Part number': pads.partNumber }
  const many = Array.from({ length: numbersMax + 1 }, (_, n) => ({
    'Part number': disc.partNumber,
    Kind: 'oem',
    Number: `N ${n}`,
  }))
  const made = await check([
    { 'Part number': 'NO-SUCH-1', Kind: 'oem', Number: '1' },
    { ...of, Kind: 'cousin', Number: '1' },
    { ...of, Kind: 'oem', Number: '#' },
    { ...of, Number: '1' },
    { Kind: 'oem', Number: '1' },
    of,
    { ...of, 'Replaced by': pads.partNumber },
    { ...of, 'Replaced by': 'NO-SUCH-2' },
    { ...of, 'Replaced by': disc.partNumber },
    { 'Part number': disc.partNumber, 'Replaced by': pads.partNumber },
    ...many.slice(0, 1),
  ])
  const problems = (await rowsOf(made)).map(({ line, problems: all }) => [line, all[0]])
  expect(problems).toEqual([
    [2, 'There is no part “NO-SUCH-1”'],
    [3, 'Unknown kind “cousin”. The kinds are: oem, interchange, replaced, barcode'],
    [4, 'Number “#”: Letters and digits, with spaces, dots, dashes or slashes between them'],
    [5, 'The kind of the number is missing'],
    [6, 'The part number is missing'],
    [7, 'The row has neither a number nor a successor'],
    [8, 'A part cannot replace itself'],
    [9, 'There is no part “NO-SUCH-2” in “Replaced by”'],
    [10, 'This part would replace itself, directly or through others'],
    [11, 'This part would replace itself, directly or through others'],
    [12, undefined],
  ])
  const refused = await shop.call(ada, imports.apply, { params: { id: made._id }, query: {} })
  expect([refused.status, refused.body.code]).toEqual([409, 'not-in-this-state'])
  const tooMany = await check(many)
  expect((await rowsOf(tooMany, { outcome: 'wrong', limit: 1 }))[0]?.problems).toEqual([
    `A part has at most ${numbersMax} numbers`,
  ])
})

test.each([
  ['Part number,Car\nA,B', 'There is no column “Car”'],
  ['Kind,Number\noem,1', 'The column Part number is missing: it says which product a row is about'],
  ['Part number,Brand\nA,B', 'The columns Kind and Number, or Replaced by, are missing'],
  ['Part number,SKU,Replaced by\nA,B,C', 'The column “Part number” occurs twice'],
  ['', 'The file is empty'],
])('a file without usable headings is refused as a whole: %j', async (file, message) => {
  const { status, body } = await send(file)
  expect([status, body.detail]).toEqual([422, expect.stringContaining(message)])
})

/** @shows row-164 */
test('a part that was changed since the check is not imported, one changed since the import is left by the undo', async () => {
  const [pads, disc] = [await part(), await part()]
  const addByHand = () =>
    shop.database.pool.query(
      `insert into product_numbers (product_id, kind, number) values ($1, 'barcode', $2)`,
      [pads.id, randomUUID().slice(0, 20)],
    )
  const late = await check([row(pads), row(disc)])
  await addByHand()
  const refused = await work('apply', late)
  expect(refused).toMatchObject({
    state: 'checked',
    problem: expect.stringContaining(`“${pads.name}” was changed by somebody else`),
  })
  expect(await stateOf(disc.id)).toEqual([{ numbers: [], replaced_by: null }])

  const made = await check([row(pads), row(disc)], { mode: 'add' })
  await work('apply', made)
  await addByHand()
  expect(await work('undo', made)).toMatchObject({ state: 'undone', keptRows: 1 })
  expect((await rowsOf(made, { kept: 'true' })).map(({ name }) => name)).toEqual([pads.name])
  expect(await stateOf(disc.id)).toEqual([{ numbers: [], replaced_by: null }])
})

/** @shows row-164 */
test('a chain of successors that becomes too long is refused as a whole', async () => {
  const parts: Awaited<ReturnType<typeof part>>[] = []
  for (let index = 0; index < 12; index += 1) parts.push(await part())
  const made = await check(
    parts.slice(1).map(({ partNumber }, index) => ({
      'Part number': parts[index]!.partNumber,
      'Replaced by': partNumber,
    })),
  )
  expect(made.counts.wrong).toBe(0)
  expect(await work('apply', made)).toMatchObject({
    state: 'checked',
    problem: 'At most ten parts can replace each other in a row. Nothing was changed',
  })
  expect(await stateOf(parts[0]!.id)).toEqual([{ numbers: [], replaced_by: null }])
})

/** @shows row-164 */
test('the exported file changes nothing when it is imported again', async () => {
  const [pads, old] = [await part(), await part()]
  await work(
    'apply',
    await check([
      { 'Part number': pads.partNumber, Kind: 'oem', Brand: 'VW', Number: 'E 1' },
      { 'Part number': old.partNumber, 'Replaced by': pads.partNumber },
    ]),
  )
  const exported = await shop.app.inject({
    url: '/api/manage/numbers/export',
    headers: { authorization: `Bearer ${ada.token}` },
  })
  const lines: Record<string, string>[] = parse(exported.body, { bom: true, columns: true })
  expect(Object.keys(lines[0] ?? {})).toEqual(Object.values(numberColumns))
  expect(lines).toContainEqual(
    expect.objectContaining({ 'Part number': old.partNumber, 'Replaced by': pads.partNumber }),
  )
  const again = await check(lines)
  expect(again.counts).toEqual({
    new: 0,
    changed: 0,
    removed: 0,
    unchanged: lines.length,
    wrong: 0,
    skipped: 0,
  })
})

test('customers send, read and begin no import of numbers', async () => {
  const mia = await shop.signIn()
  expect((await send('Part number,Replaced by\nA,B', {}, mia)).status).toBe(403)
  const { _id: id } = await check([{ 'Part number': 'A', 'Replaced by': '-' }])
  for (const e of [imports.one, imports.apply, imports.undo]) {
    expect((await shop.call(mia, e, { params: { id } })).status).toBe(403)
  }
  expect((await shop.call(mia, imports.list, { query: { of: 'numbers' } })).status).toBe(403)
  const { body } = await shop.call(ada, imports.list, { query: { of: 'numbers' } })
  expect(body[0]).toMatchObject({ _id: id, of: 'numbers', fileName: 'numbers.csv' })
})

/** @shows row-246 */
test.each([
  ['oem', 'N/A', 'is not a number. Leave it empty'],
  ['oem', 'see notes', 'is not a number. Leave it empty'],
  ['oem', '12-Oct', 'is a date that a spreadsheet has made of a number. Format the column as text'],
  ['oem', '31100-RAA-A01 / 31100-RNA-A01', 'are two numbers. Write each into a row of its own'],
  [
    'barcode',
    '9.52E+12',
    'is a long number that a spreadsheet has shortened. Format the column as text',
  ],
  ['barcode', '9520000445004', 'is not a barcode: its last digit does not match the others'],
  ['barcode', '12345', 'is not a barcode of 8, 12, 13 or 14 digits'],
  ['barcode', 'ABC', 'is not a barcode of 8, 12, 13 or 14 digits'],
])('the %s %s is refused', async (Kind, number, why) => {
  const { partNumber } = await part()
  const checked = await check([{ 'Part number': partNumber, Kind, Brand: 'Honda', Number: number }])
  const [row] = await rowsOf(checked)
  expect([row?.outcome, row?.problems]).toEqual(['wrong', [`Number: “${number}” ${why}`]])
})
