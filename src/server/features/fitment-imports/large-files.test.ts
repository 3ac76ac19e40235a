import { expect, test } from 'vitest'
import { openFitmentImportTests } from '../../testing/steps/fitment-files.ts'
import { processImports } from '../imports/process-imports.ts'
import { fitmentImports } from './fitment-imports.ts'

const { shop, anna, desk, query, part } = await openFitmentImportTests()

const head = 'Part number,Make,Model,Years,Note\n'

/** A file of several pieces, with letters of several bytes at the borders of its pieces. */
function largeFile(number: string, rows: number, end = '') {
  const lines = Array.from(
    { length: rows },
    (_, n) => `${number},Volkswagen,Golf,2010,${n} ${'ä€'.repeat(60)}\n`,
  )
  return Buffer.from(head + lines.join('') + end)
}

const stored = async (id: string, what: 'rows' | 'pieces') => {
  const [row] = await query(
    `select count(*)::int as count from fitment_import_${what} where import_id = $1`,
    [id],
  )
  return row.count as number
}

/** @shows row-153 */
test('the upload of a large file only stores it, and the job reads every row of it', async () => {
  const { number } = await part()
  const { status, body } = await desk.send(largeFile(number, 4_000))
  expect([status, body.state]).toEqual([200, 'checking'])
  const ended = await desk.ended(body)
  expect(ended).toMatchObject({ state: 'checked', counts: { new: 4_000, wrong: 0 }, problem: null })
  const [last] = await query(
    'select note from fitment_import_rows where import_id = $1 order by line desc limit 1',
    [body._id],
  )
  expect(last.note).toBe(`3999 ${'ä€'.repeat(60)}`)
  expect(await stored(body._id, 'pieces')).toBe(0)
})

/** @shows row-153 */
test('a file that a node did not finish reading is read from the beginning', async () => {
  const { number } = await part()
  const [made] = await query(
    `insert into fitment_imports (user_id, file_name, mode, state)
     select id, 'fits.csv', 'replace', 'reading' from users where email = $1 returning id`,
    [anna.email],
  )
  const file = Buffer.from(
    `${head}${number},Volkswagen,Golf,2010,\n${number},Volkswagen,Jetta,2010,\n`,
  )
  await query('insert into fitment_import_pieces (import_id, piece, bytes) values ($1, 1, $2)', [
    made.id,
    file,
  ])
  await query(
    `insert into fitment_import_rows (import_id, line, part, problem)
     values ($1, 2, 0, null), ($1, 99, 0, 'of the node that ended')`,
    [made.id],
  )
  await query(`update fitment_imports set state = 'checking' where id = $1`, [made.id])
  const ended = await desk.ended({ _id: made.id })
  expect(ended).toMatchObject({ state: 'checked', counts: { new: 2, wrong: 0 } })
  expect(await stored(made.id, 'rows')).toBe(2)
})

/** @shows row-154 */
test('an error late in a large file is named with its line, and nothing of the file stays', async () => {
  const { number } = await part()
  const { status, body } = await desk.send(largeFile(number, 8_000, `${number},"Volkswagen,Golf`))
  expect(status).toBe(200)
  const ended = await desk.ended(body)
  expect(ended.state).toBe('failed')
  expect(ended.problem).toMatch(/^Line \d+: a quotation mark is misplaced or unclosed$/)
  expect([await stored(body._id, 'rows'), await stored(body._id, 'pieces')]).toEqual([0, 0])
  await processImports(shop.shop, fitmentImports)
  expect((await desk.ended(body)).state).toBe('failed')
})

/** @shows row-154 */
test('a file whose headings are wrong is refused with its upload, however large it is', async () => {
  const wrong = Buffer.concat([Buffer.from('Colour,'), largeFile('X', 8_000)])
  const { status, body } = await desk.send(wrong)
  expect([status, body.detail]).toEqual([422, expect.stringContaining('no column “Colour”')])
  const [left] = await query('select count(*)::int as count from fitment_import_pieces')
  expect(left.count).toBe(0)
})
