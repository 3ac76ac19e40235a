import { expect, test } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import { products } from '#contract/products/products.ts'
import {
  fileOf,
  openImportTests,
  refusedFile,
  requestOf,
} from '../../testing/steps/import-actions.ts'

const { shop, anna, desk } = await openImportTests()

const priceOf = async (id: string) =>
  (await shop.call(anna, products.one, { params: { id } })).body.price

/** @shows row-249 */
test('a price list changes the parts of the shop and leaves out the others, if asked to', async () => {
  const part = await shop.stock({ partNumber: 'AP-BD-1205', price: 1200 })
  const file = ['Part number,Price', 'AP-BD-1205,146', 'QF-9001,12.00', 'QF-9002,13.00'].join('\n')
  const { body: refused } = await desk.send(file)
  expect(refused.counts).toEqual({ new: 0, changed: 1, unchanged: 0, wrong: 2, skipped: 0 })
  const wrong = await desk.rowsOf(refused, { outcome: 'wrong' })
  expect(wrong.map(({ name, problems }) => [name, problems])).toEqual([
    [
      'QF-9001',
      ['There is no part “QF-9001”. A new part needs: Name, Description, Picture, Stock'],
    ],
    [
      'QF-9002',
      ['There is no part “QF-9002”. A new part needs: Name, Description, Picture, Stock'],
    ],
  ])

  const { body: checked } = await desk.send(file, 'list.csv', { only: 'known' })
  expect(checked.counts).toEqual({ new: 0, changed: 1, unchanged: 0, wrong: 0, skipped: 2 })
  const leftOut = await desk.rowsOf(checked, { outcome: 'skipped' })
  expect(leftOut.map(({ line, name, problems }) => [line, name, problems])).toEqual([
    [3, 'QF-9001', ['There is no part “QF-9001”']],
    [4, 'QF-9002', ['There is no part “QF-9002”']],
  ])
  expect(await desk.work('apply', checked)).toMatchObject({ state: 'applied' })
  expect(await priceOf(part.id)).toBe(146)
  expect(await desk.work('undo', checked)).toMatchObject({ state: 'undone' })
  expect(await priceOf(part.id)).toBe(12)
})

/** @shows row-249 */
test('only rows that name another part are left out, not those that are unclear', async () => {
  const part = await shop.stock({ partNumber: `AP-${crypto.randomUUID().slice(0, 8)}` })
  const checked = await desk.check(
    [
      { Id: '', 'Part number': 'QF-9001', Name: part.name, Price: 'free' },
      { Id: '', 'Part number': '', Name: 'A part of another shop', Price: '1' },
      { Id: '', 'Part number': '', Name: '', Price: '1' },
      { Id: crypto.randomUUID(), 'Part number': 'QF-9001', Name: '', Price: '1' },
      { Id: '', 'Part number': part.name, Name: part.name, Price: '80' },
      { Id: part.id, 'Part number': '', Name: '', Price: 'free' },
    ],
    { only: 'known' },
  )
  const rows = await desk.rowsOf(checked)
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'skipped',
    'skipped',
    'wrong',
    'wrong',
    'skipped',
    'wrong',
  ])
  expect(rows[1]!.problems).toEqual(['There is no part with the name “A part of another shop”'])
})

/** @shows row-249 */
test('a file with errors is imported without the parts of these rows, if asked to', async () => {
  const [one, two] = [await shop.stock({ price: 1200 }), await shop.stock({ price: 1200 })]
  const three = await shop.stock({ price: 1200 })
  const checked = await desk.check([
    { Id: one.id, Price: '13' },
    { Id: two.id, Price: 'free' },
    { Id: three.id, Price: '14' },
    { Id: three.id, Price: '15' },
  ])
  expect(checked.counts).toMatchObject({ changed: 1, wrong: 3, skipped: 0 })
  const params = { id: checked._id }
  const refused = await shop.call(anna, imports.apply, { params, query: {} })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Nothing is imported while a row has an error. Correct the file, or leave these rows out',
  ])
  const applied = await desk.work('apply', checked, { leaveOut: 'wrong' })
  expect(applied).toMatchObject({ state: 'applied', counts: { changed: 1, wrong: 3 } })
  expect(await Promise.all([one, two, three].map(({ id }) => priceOf(id)))).toEqual([13, 12, 12])
  await desk.work('undo', checked)
  expect(await priceOf(one.id)).toBe(12)
})

/** @shows row-249 */
test('a product with a row that has an error is left out with its other rows', async () => {
  const part = await shop.stock({ price: 1200 })
  const other = await shop.stock({ price: 1200 })
  const checked = await desk.check([
    { Id: part.id, Price: '13' },
    { Id: part.id, Price: 'free' },
    { Id: other.id, Price: '13' },
  ])
  expect(checked.counts).toMatchObject({ changed: 2, wrong: 1 })
  const applied = await desk.work('apply', checked, { leaveOut: 'wrong' })
  expect(applied.counts).toMatchObject({ changed: 1, wrong: 1, skipped: 1 })
  const [row] = await desk.rowsOf(checked, { outcome: 'skipped' })
  expect([row?.line, row?.problems]).toEqual([2, ['Another row about this part has an error']])
  expect([await priceOf(part.id), await priceOf(other.id)]).toEqual([12, 13])
})

/** @shows row-249 */
test('a new part that is once wrong is not added by another row', async () => {
  const part = { Description: 'A new part', Picture: '/parts/x.svg', Stock: '10' }
  const number = `NEW-${crypto.randomUUID().slice(0, 8)}`
  const checked = await desk.check([
    { 'Part number': number, Name: 'Widget', Price: '12', ...part },
    { 'Part number': number.toLowerCase(), Name: 'Other widget', Price: 'free', ...part },
  ])
  expect(checked.counts).toMatchObject({ new: 0, wrong: 2 })
  const rows = await desk.rowsOf(checked)
  expect(rows.map(({ problems, changes }) => [problems, changes])).toEqual([
    [['Line 3 has the same part number'], []],
    [[expect.stringContaining('“free” is not a price'), 'Line 2 has the same part number'], []],
  ])
})

/** @shows row-249 */
test('a file that adds units is imported as a whole: a corrected one would add them twice', async () => {
  const [one, two] = [await shop.stock({ quantity: 10 }), await shop.stock({ quantity: 10 })]
  const rows = [
    { Id: one.id, Price: 'free', Stock: '15', 'Stock before': '10' },
    { Id: two.id, Price: '12', Stock: '15', 'Stock before': '10' },
  ]
  const checked = await desk.check(rows)
  expect(checked).toMatchObject({ canLeaveOut: false, counts: { changed: 1, wrong: 1 } })
  const refused = await requestOf(shop, anna, {
    what: 'apply',
    id: checked._id,
    query: { leaveOut: 'wrong' },
  })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining('Since it has “Stock before”, no row is left out'),
  ])
  await desk.work('apply', await desk.check([{ ...rows[0]!, Price: '13' }, rows[1]!]))
  expect([await desk.quantityOf(one.id), await desk.quantityOf(two.id)]).toEqual([15, 15])
})

/** @shows row-249 */
test('units in a row that is left out could be added twice, so a file with Stock before leaves nothing out', async () => {
  const one = await shop.stock({ quantity: 10 })
  const rows = [{ Id: one.id, Price: 'free', Stock: '15', 'Stock before': '10' }]
  const checked = await desk.check(rows)
  expect(checked.canLeaveOut).toBe(false)
  const refused = await desk.send((await refusedFile(shop, anna, checked)).text)
  const known = await desk.send(fileOf(rows), 'list.csv', { only: 'known' })
  expect([refused.body.errors, known.body.errors]).toEqual([
    [{ field: 'file', message: expect.stringContaining('Correct and choose that file') }],
    [{ field: 'file', message: expect.stringContaining('No row is left out') }],
  ])
})

/** @shows row-249 */
test('the number of a wrong row is given to no other part', async () => {
  const [one, two] = [await shop.stock({ price: 1200 }), await shop.stock({ price: 1200 })]
  const known = await shop.stock({ partNumber: `AP-${crypto.randomUUID().slice(0, 8)}` })
  const number = `NEW-${crypto.randomUUID().slice(0, 8)}`
  const [{ part_number: own }] = (
    await shop.database.pool.query('select part_number from products where id = $1', [known.id])
  ).rows
  const checked = await desk.check([
    { Id: one.id, 'Part number': number, Price: 'free' },
    { Id: two.id, 'Part number': number, Price: '13' },
    { Id: crypto.randomUUID(), 'Part number': own, Price: '13' },
    { Id: '', 'Part number': own, Price: '14' },
  ])
  const rows = await desk.rowsOf(checked)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['wrong', 'wrong', 'wrong', 'changed'])
  await desk.work('apply', checked, { leaveOut: 'wrong' })
  expect(await priceOf(known.id)).not.toBe(14)
})

/** @shows row-249 */
test('an unknown number with the name of a part that has none is about another part', async () => {
  const part = await shop.stock()
  const rows = [{ 'Part number': 'QF-9001', Name: part.name, Price: '1' }]
  expect((await desk.check(rows, { only: 'known' })).counts).toMatchObject({ skipped: 1 })
  expect((await desk.check(rows)).counts).toMatchObject({ changed: 1 })
})

test('the last row of a file may end with another line break than the others', async () => {
  const [one, two] = [await shop.stock(), await shop.stock()]
  const { body } = await desk.send(`Id,Price\r\n${one.id},free\r\n${two.id},14\n`)
  expect((await desk.rowsOf(body)).map(({ line, outcome }) => [line, outcome])).toEqual([
    [2, 'wrong'],
    [3, 'changed'],
  ])
})

/** @shows row-250 */
test('the rows that are left out come back as a file that can be corrected and sent again', async () => {
  const [one, two] = [await shop.stock({ price: 1200 }), await shop.stock({ price: 1200 })]
  const file = [
    'Id;Description;Price',
    `${one.id};"Of two\nlines; ""quoted""";free`,
    `${one.id};;13`,
    `${two.id};;13`,
    '',
    `;'=1+1+1;12`,
    `${two.id};too;many;cells`,
  ].join('\n')
  const { body } = await desk.send(file)
  expect(body.counts).toMatchObject({ changed: 2, wrong: 3 })
  const refused = await refusedFile(shop, anna, body)
  expect([refused.status, refused.text.split('\r\n')]).toEqual([
    200,
    [
      '\uFEFFWhy it was left out;Id;Description;Price',
      `Price: “free” is not a price from $0.05 to $999,999.99;${one.id};"Of two\nlines; ""quoted""";free`,
      `Another row about this part has an error;${one.id};;13`,
      `Another row about this part has an error;${two.id};;13`,
      `"Name: Name is Required; Picture: Image is Required; Stock: Units are Required";;'=1+1+1;12`,
      `This row has 4 cells, and the headings are 3;${two.id};too;many;cells`,
      '',
    ],
  ])

  const { body: again } = await desk.send(refused.text)
  expect((await desk.rowsOf(again)).at(-1)?.problems).toEqual([
    'This row has 4 cells, and the headings are 3',
  ])
  const [headings, first] = refused.text.split('\r\n')
  const { body: corrected } = await desk.send(`${headings}\r\n${first?.replace(';free', ';14')}`)
  expect(corrected.counts).toMatchObject({ changed: 1, wrong: 0 })
  await desk.work('apply', corrected)
  expect(await priceOf(one.id)).toBe(14)
})

/** @shows row-250 */
test.each([
  ['"Why it was left out",Id,Price', 200],
  [' why it was left out ,Id,Price', 200],
  ['Why it was left out by us,Id,Price', 422],
  ['Id,Price,Why it was left out', 422],
  ['Why it was left out', 422],
])(
  'of the headings %s only the reasons in the first column are ignored',
  async (headings, status) => {
    const { id } = await shop.stock({ price: 1200 })
    const answer = await desk.send(`${headings}\nSome reason,${id},13`)
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body.counts).toMatchObject({ changed: 1, wrong: 0 })
  },
)

/** @shows row-250 */
test('a file is kept while rows of it are left out, and no longer', async () => {
  const { id } = await shop.stock()
  const kept = async () =>
    (await shop.database.pool.query('select count(*)::int from product_import_pieces')).rows[0]
      .count
  const before = await kept()
  const right = await desk.check([{ Id: id, Price: '13' }])
  expect([await kept(), (await refusedFile(shop, anna, right)).status]).toEqual([before, 404])
  await desk.check([{ Id: id, Price: 'free' }])
  expect(await kept()).toBe(before + 1)
  const mia = await shop.signIn()
  const params = { id: right._id }
  expect((await shop.call(mia, imports.refused, { params })).status).toBe(403)
})
