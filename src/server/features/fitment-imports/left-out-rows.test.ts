import { expect, test } from 'vitest'
import { refusedFile } from '../../testing/steps/import-actions.ts'
import { openFitmentImportTests, rowOf } from '../../testing/steps/fitment-files.ts'

const { shop, anna, desk, part, checksum, fitsOf, importNow } = await openFitmentImportTests()

const golf = { Make: 'Volkswagen', Model: 'Golf' }

/** @shows row-249 */
test('fitments of parts that the shop does not have are left out, if asked to', async () => {
  const { number } = await part()
  const checked = await desk.check(
    [
      rowOf(number, { ...golf, Years: '2014' }),
      rowOf('NO-SUCH-1', { ...golf, Years: '2014' }),
      rowOf('NO-SUCH-2', { ...golf, Years: 'long ago' }),
      rowOf('', { ...golf, Years: '2014' }),
      rowOf('NO-SUCH-3', { ...golf, Years: '2014', Id: 'abc' }),
    ],
    'replace',
    { only: 'known' },
  )
  expect(checked.counts).toEqual({
    new: 1,
    changed: 0,
    removed: 0,
    unchanged: 0,
    wrong: 2,
    skipped: 2,
  })
  const wrong = await desk.rowsOf(checked, { outcome: 'wrong' })
  expect(wrong.map(({ line, problems }) => [line, problems])).toEqual([
    [5, ['The part number is missing']],
    [6, ['No product has this Id. Leave it empty to use the part number']],
  ])
  const rows = await desk.rowsOf(checked, { outcome: 'skipped' })
  expect(rows.map(({ line, problems, changes }) => [line, problems, changes])).toEqual([
    [3, ['There is no part “NO-SUCH-1”'], []],
    [4, ['There is no part “NO-SUCH-2”'], []],
  ])
})

/** @shows row-249 */
test('a part with an error in the file keeps what it fits, and the others are imported', async () => {
  const [one, two] = [await part(), await part()]
  await importNow([
    rowOf(one.number, { ...golf, Years: '2010' }),
    rowOf(one.number, { ...golf, Years: '2011' }),
  ])
  const [before, start] = [await fitsOf(one.id), await checksum()]
  const cells = (years: string, perCar = '') => ({ ...golf, Years: years, 'Per car': perCar })
  const rows = [
    rowOf(one.number, cells('2010', '2')),
    rowOf(one.number, cells('2011')),
    rowOf(one.number, cells('2012')),
    rowOf(one.number, cells('long ago')),
    rowOf(two.number, cells('2014')),
  ]
  expect(await desk.check(rows)).toMatchObject({ canLeaveOut: false, counts: { wrong: 1 } })
  const made = await desk.check(rows, 'add')
  expect(made).toMatchObject({
    canLeaveOut: true,
    parts: 2,
    counts: { new: 2, changed: 1, unchanged: 1, wrong: 1 },
  })
  const refused = (await refusedFile(shop, anna, made)).text
  const reason = 'Another row about this part has an error'
  expect(refused.split('\r\n').slice(1, -1)).toEqual([
    `${reason},${one.number},Volkswagen,Golf,2010,2`,
    `${reason},${one.number},Volkswagen,Golf,2011,`,
    `${reason},${one.number},Volkswagen,Golf,2012,`,
    expect.stringMatching(/“long ago”.*,Volkswagen,Golf,long ago,$/),
  ])
  expect(await desk.work('apply', made, { leaveOut: 'wrong' })).toMatchObject({
    state: 'applied',
    parts: 1,
    counts: { new: 1, changed: 0, removed: 0, unchanged: 0, wrong: 1, skipped: 3 },
  })
  expect((await refusedFile(shop, anna, made)).text).toBe(refused)
  expect(await fitsOf(one.id)).toEqual(before)
  expect(await fitsOf(two.id)).toHaveLength(1)
  await desk.work('undo', made)
  expect(await checksum()).toBe(start)
})

/** @shows row-250 */
test('a row of several ranges has the reason of the one that is wrong', async () => {
  const { number } = await part()
  const made = await desk.check([rowOf(number, { ...golf, Years: '2010-2011, 1950' })], 'add')
  const [, row] = (await refusedFile(shop, anna, made)).text.split('\r\n')
  expect(row).toMatch(/^"?Volkswagen Golf was not sold in 1950/)
})
