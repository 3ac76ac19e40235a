import { describe, expect, test } from 'vitest'
import { unsupportedCharacters } from '#contract/shared/fields.ts'
import { imports } from '#contract/imports/imports.ts'
import { products } from '#contract/products/products.ts'
import { fileOf, openImportTests } from '../../testing/steps/import-actions.ts'

const { shop, anna, desk } = await openImportTests()

describe('a dry run', () => {
  /** @shows row-85, asvs-2.2.1 */
  test('reports each row as new, changed, unchanged or wrong, with its line in the file', async () => {
    const [one, two] = [await shop.stock({ price: 1200, quantity: 40 }), await shop.stock()]
    const newName = `New part ${crypto.randomUUID()}`
    const unknown = crypto.randomUUID()
    const file = [
      'Id,Name,Price,Stock,Description,Picture',
      `${one.id},${one.name},13.50,30,"A part`,
      'of two lines",',
      `${two.id},,,,,`,
      '',
      `,${newName},2.5,15,Fits many cars,/parts/x.svg`,
      `${unknown},x,1,1,abcde,/parts/x.svg`,
      `,9 volt,free,-1,abc,`,
      `${two.id},a,b`,
    ].join('\n')
    const { body } = await desk.send(file)
    expect(body.counts).toEqual({ new: 1, changed: 1, unchanged: 1, wrong: 3, skipped: 0 })
    const rows = await desk.rowsOf(body)
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'changed'],
      [4, 'unchanged'],
      [6, 'new'],
      [7, 'wrong'],
      [8, 'wrong'],
      [9, 'wrong'],
    ])
    expect(rows[0]!.changes).toEqual([
      { column: 'Price', before: '$12.00', after: '$13.50' },
      { column: 'Description', before: 'A part for tests', after: 'A part\nof two lines' },
      { column: 'Stock', before: '40', after: '30' },
    ])
    expect(rows[2]!.changes).toContainEqual({ column: 'Stock', before: null, after: '15' })
    expect(rows.slice(3).map(({ problems }) => problems)).toEqual([
      [`No product has the Id “${unknown}”. Leave it empty for a new product`],
      [
        'Name “9 volt”: Provide a valid Name',
        'Price: “free” is not a price from $0.05 to $999,999.99',
        'Description “abc”: Must be 5 characters or longer',
        'Picture: Image is Required',
        'Stock: “-1” is not a whole number from 0 to 1000000',
      ],
      ['This row has 3 cells, and the headings are 6'],
    ])
    expect((await desk.rowsOf(body, { outcome: 'wrong', limit: 1, page: 2 }))[0]!.line).toBe(8)
    const refused = await shop.call(anna, imports.apply, { params: { id: body._id }, query: {} })
    expect([refused.status, refused.body.code]).toEqual([409, 'not-in-this-state'])
  })

  /** @shows row-211 */
  test('finds a part whose own number is a barcode in any of its lengths, and keeps the number', async () => {
    const { id } = await shop.stock({ partNumber: '712345678904', price: 1200 })
    for (const written of ['0712345678904', '00712345678904', '712345678904']) {
      const { body } = await desk.send(`Part number,Price\n${written},13.50`)
      const [row] = await desk.rowsOf(body)
      expect(row?.problems).toEqual([])
      expect(row?.changes).toEqual([{ column: 'Price', before: '$12.00', after: '$13.50' }])
    }
    const { body } = await desk.send('Part number,Price\n0712345678904,13.50')
    await desk.work('apply', body)
    const { body: product } = await shop.call(anna, products.one, { params: { id } })
    expect([product.price, product.partNumber]).toEqual([13.5, '712345678904'])
  })

  /** @shows row-223 */
  test('names the line and the character of a name that papers cannot print', async () => {
    const name = `Horn ${crypto.randomUUID()}`
    const file = [
      'Id,Name,Price,Stock,Description,Picture',
      `,${name},2.5,15,Fits many cars,/parts/x.svg`,
      `,${name} 📯,2.5,15,Fits many cars,/parts/x.svg`,
    ].join('\n')
    const rows = await desk.rowsOf((await desk.send(file)).body)
    expect(rows.map(({ line, problems }) => [line, problems])).toEqual([
      [2, []],
      [3, ['Name: “📯” (U+1F4EF, character 43) cannot be printed on invoices']],
    ])
  })

  test.each([
    ['ten', '', 'Stock: “ten” is not a whole number from 0 to 1000000'],
    ['10', 'many', 'Stock before: “many” is not a whole number from 0 to 1000000'],
    ['10', '60', 'Stock “10”: 50 units less, and only 40 are left'],
  ])('quotes a stock of “%s” after “%s” that cannot be', async (Stock, before, problem) => {
    const { id } = await shop.stock({ quantity: 40 })
    const checked = await desk.check([{ Id: id, Stock, 'Stock before': before }])
    expect((await desk.rowsOf(checked)).map(({ problems }) => problems)).toEqual([[problem]])
  })

  test('finds products by part number or name in a file without ids, and keeps missing columns', async () => {
    const partNumber = `AP-${crypto.randomUUID().slice(0, 8)}`
    const named = await shop.stock()
    const { body } = await shop.call(anna, products.add, {
      body: {
        name: `Rotor ${crypto.randomUUID()}`,
        price: 10,
        quantity: 40,
        description: 'A part for tests',
        img: '/parts/x.svg',
        partNumber,
      },
    })
    const checked = await desk.check([
      { 'Part number': partNumber.toLowerCase().replace('-', ' '), Name: '', Price: '11' },
      { 'Part number': '', Name: named.name.toUpperCase(), Price: '70' },
    ])
    const rows = await desk.rowsOf(checked)
    expect(rows.map(({ product }) => product)).toEqual([body.insertedId, named.id])
    expect(rows[0]!.changes.find(({ column }) => column === 'Price')).toEqual({
      column: 'Price',
      before: '$10.00',
      after: '$11.00',
    })
  })

  test('refuses two rows for one product, and names and part numbers in use', async () => {
    const [one, two] = [await shop.stock(), await shop.stock()]
    const name = `New part ${crypto.randomUUID()}`
    const part = { Price: '5', Stock: '10', Description: 'A new part', Picture: '/parts/x.svg' }
    const { body } = await desk.send(
      fileOf([
        { Id: one.id, Name: '', ...part },
        { Id: one.id, Name: '', ...part },
        { Id: two.id, Name: one.name, ...part },
        { Id: '', Name: name, ...part },
        { Id: '', Name: name.toUpperCase(), ...part },
      ]),
    )
    expect(
      (await desk.rowsOf(body, { outcome: 'wrong' })).map((row) => [row.line, row.problems]),
    ).toEqual([
      [2, ['Line 3 is about the same product']],
      [3, ['Line 2 is about the same product']],
      [4, ['Another product has this name']],
      [5, ['Line 6 has the same name']],
      [6, ['Line 5 has the same name']],
    ])
  })

  test('refuses control characters, and keeps existing values that have them', async () => {
    const [one, old] = [await shop.stock(), await shop.stock()]
    const oldName = `Old\nrotor ${old.id}`
    await shop.database.pool.query('update products set name = $2 where id = $1', [old.id, oldName])
    const { body } = await desk.send(
      fileOf([
        { Id: one.id, Name: 'Rotor\nleft', Description: 'Of\ntwo lines' },
        { Id: one.id, Name: '', Description: 'Of\u0085two lines' },
        { Id: old.id, Name: oldName, Description: '' },
      ]),
    )
    expect((await desk.rowsOf(body)).map(({ outcome, problems }) => [outcome, problems])).toEqual([
      ['wrong', [`Name “Rotor left”: ${unsupportedCharacters}`]],
      ['wrong', [`Description “Of two lines”: ${unsupportedCharacters}`]],
      ['unchanged', []],
    ])
    const named = await desk.send(fileOf([{ Id: old.id }]), 'list\u202Evsc.exe')
    expect([named.status, named.body.errors]).toEqual([
      422,
      [{ field: 'fileName', message: unsupportedCharacters }],
    ])
  })

  /** @shows asvs-5.2.2 */
  test.each([
    ['', 'The file is empty'],
    ['Id,Prise\n1,2', 'There is no column “Prise”'],
    ['Id,Price,id\n1,2,3', 'The column “Id” occurs twice'],
    ['Price\n1', 'A column Id, Part number or Name has to say'],
    ['Id,Name\n1,"abc\n2,d', 'Line 3: a quotation mark'],
    [Buffer.from('Id,Name\n1,T\xfcr', 'latin1'), 'The file is not text in UTF-8'],
    [Buffer.from('PK\x03\x04\0\0'), 'The file is not text in UTF-8'],
  ])('refuses a malformed file with a reason: %j', async (file, sentence) => {
    const { status, body } = await desk.send(file)
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'file', message: expect.stringContaining(sentence) }],
    ])
  })

  test('reads files with other delimiters and a byte order mark', async () => {
    const { id, name } = await shop.stock()
    const { body } = await desk.send(`\uFEFFId;Name;Price\r\n${id};"${name}";70\r\n`)
    expect(body.counts).toMatchObject({ changed: 1, wrong: 0 })
  })
})

/** @shows asvs-5.2.1 */
test('missing and oversized files are refused', async () => {
  const headers = { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' }
  const url = '/api/manage/imports?fileName=a.csv'
  const json = await shop.app.inject({ method: 'POST', url, headers, payload: {} })
  expect(json.statusCode).toBe(415)
  const line = `${'x'.repeat(9_998)}\n`
  const large = Buffer.alloc(64 * 1024 * 1024 + 1, `Name\n${line}`)
  expect((await desk.send(large)).status).toBe(413)
})
