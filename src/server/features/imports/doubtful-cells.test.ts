import { expect, test } from 'vitest'
import { openImportTests } from '../../testing/steps/import-actions.ts'

const { shop, desk } = await openImportTests()

const numberOf = () => `AP-${crypto.randomUUID().slice(0, 8).toUpperCase()}`

/** What the shop says of each row of a file. */
async function problemsIn(lines: string[]) {
  const { body } = await desk.send(lines.join('\n'))
  return (await desk.rowsOf(body)).map(({ problems }) => problems)
}

/** @shows row-246 */
test('numbers that can be read in two ways change nothing, and those of other countries are quoted with what to write', async () => {
  const partNumber = numberOf()
  await shop.stock({ partNumber, price: 2450, quantity: 12 })
  const row = (price: string, stock: string) => `${partNumber};${price};${stock}`
  const file = [
    'Part number;Price;Stock',
    row('2.450', '12'),
    row('2450.00', '1.000'),
    row('27,50', '12'),
    row('$2,450.00', '1 000'),
    row('2450.00', '12'),
  ]
  expect(await problemsIn(file)).toEqual([
    ['Price: “2.450” may be 2.45 or 2450. Write one of them'],
    ['Stock: “1.000” may be 1 or 1000. Write one of them'],
    ['Price: “27,50” has to be written 27.50'],
    ['Price: “$2,450.00” has to be written 2450.00', 'Stock: “1 000” has to be written 1000'],
    [],
  ])
})

/** @shows row-246 */
test('a part number that a spreadsheet has spoilt is refused', async () => {
  const cells = ['9.52E+12', '4.00E+10', '12-Oct', 'Oct-12', '#N/A', 'see notes', '451.0']
  const file = [
    'Part number,Name,Price,Stock,Description,Picture',
    ...cells.map((cell) => `${cell},Part ${crypto.randomUUID()},9.50,20,Text text,/parts/x.svg`),
  ]
  const problems = await problemsIn(file)
  const rules = [
    'is a long number that a spreadsheet has shortened. Format the column as text',
    'is a long number that a spreadsheet has shortened. Format the column as text',
    'is a date that a spreadsheet has made of a number. Format the column as text',
    'is a date that a spreadsheet has made of a number. Format the column as text',
    'is not a number. Leave it empty',
    'is not a number. Leave it empty',
    'has a decimal that a spreadsheet has added. Write 451',
  ]
  expect(problems).toEqual(cells.map((cell, index) => [`Part number: “${cell}” ${rules[index]}`]))
})

/** @shows row-246 */
test('the number of a part is not replaced by itself without its zeros', async () => {
  const digits = String(Math.floor(Math.random() * 1e6) + 1e6)
  const { id } = await shop.stock({ partNumber: `00${digits}` })
  expect(await problemsIn(['Id,Part number', `${id},${digits}`])).toEqual([
    [`Part number: “${digits}” is 00${digits} without its zeros. Format the column as text`],
  ])
  expect(await problemsIn(['Id,Part number', `${id},00${digits}`])).toEqual([[]])
})

/** @shows row-246 */
test('a row with an unknown number never changes a part that has another number and its name', async () => {
  const [own, unknown] = [numberOf(), numberOf()]
  const radiator = await shop.stock({ partNumber: own, name: `Radiator ${own}` })
  const horn = await shop.stock()
  const file = [
    'Part number,Name,Price',
    `${unknown},${radiator.name},3.10`,
    `${own.toLowerCase()},${radiator.name},3.10`,
    `,${radiator.name},3.10`,
  ]
  expect(await problemsIn(file.slice(0, 3))).toEqual([
    [
      `There is no part “${unknown}”, and “${radiator.name}” is the name of ${own}. To add a new part, use another name. To change ${own}, add its Id`,
    ],
    [],
  ])
  expect(await problemsIn([file[0]!, file[3]!])).toEqual([[]])
  expect(await problemsIn(['Part number,Name', `${numberOf()},${horn.name}`])).toEqual([[]])
})

/** @shows row-246 */
test('pictures in one cell are the picture and further pictures', async () => {
  const part = await shop.stock()
  const pictures = 'https://img.example/a.jpg, https://img.example/b.jpg|/parts/c.svg'
  const { body } = await desk.send(
    ['Id,Picture,More pictures', `${part.id},"${pictures}",/parts/d.svg detail`].join('\n'),
  )
  const [row] = await desk.rowsOf(body)
  expect(row?.changes.map(({ column, after }) => [column, after])).toEqual([
    ['Picture', 'https://img.example/a.jpg'],
    ['More pictures', 'https://img.example/b.jpg\n/parts/c.svg\n/parts/d.svg detail'],
  ])
})
