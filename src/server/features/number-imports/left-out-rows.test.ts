import { expect, test } from 'vitest'
import { refusedFile, requestOf } from '../../testing/steps/import-actions.ts'
import { openNumberImportTests } from '../../testing/steps/number-files.ts'

const { shop, ada, send, check, work, rowsOf, stateOf, part } = await openNumberImportTests()

const oem = (partNumber: string, number: string) => ({
  'Part number': partNumber,
  Kind: 'oem',
  Number: number,
})

/** @shows row-249 */
test('numbers of parts that the shop does not have are left out, if asked to', async () => {
  const pads = await part()
  const checked = await check(
    [
      oem(pads.partNumber, 'C 1'),
      oem('NO-SUCH-1', 'C 2'),
      { 'Part number': 'NO-SUCH-2', Kind: 'mystery', Number: 'C 3' },
      oem('', 'C 4'),
    ],
    { only: 'known' },
  )
  const lacking = await send('Part number,Kind,Number\noem,C 5', { only: 'known' })
  expect(lacking.body.counts).toMatchObject({ wrong: 1, skipped: 0 })

  expect(checked.counts).toEqual({
    new: 1,
    changed: 0,
    removed: 0,
    unchanged: 0,
    wrong: 1,
    skipped: 2,
  })
  const rows = await rowsOf(checked, { outcome: 'skipped' })
  expect(rows.map(({ line, name, problems }) => [line, name, problems])).toEqual([
    [3, 'NO-SUCH-1', ['There is no part “NO-SUCH-1”']],
    [4, 'NO-SUCH-2', ['There is no part “NO-SUCH-2”']],
  ])
})

/** @shows row-249 */
test('a part with an error in the file keeps its numbers, and the others are imported', async () => {
  const [pads, disc] = [await part(), await part()]
  await work('apply', await check([oem(pads.partNumber, 'C 1'), oem(pads.partNumber, 'C 2')]))
  const before = await stateOf(pads.id, disc.id)
  const rows = [
    oem(pads.partNumber, 'C 1'),
    oem(pads.partNumber, '4.00E+10'),
    oem(pads.partNumber, 'C 3'),
    oem(disc.partNumber, 'C 9'),
  ]
  const whole = await check(rows)
  const refusal = await requestOf(shop, ada, {
    what: 'apply',
    id: whole._id,
    query: { leaveOut: 'wrong' },
  })
  expect([whole.canLeaveOut, refusal.status, refusal.body.detail]).toEqual([
    false,
    409,
    expect.stringContaining('Since it says all about its parts, no row is left out'),
  ])
  const made = await check(rows, { mode: 'add' })
  expect(made).toMatchObject({
    canLeaveOut: true,
    counts: { new: 2, removed: 0, unchanged: 1, wrong: 1 },
  })
  const refused = (await refusedFile(shop, ada, made)).text
  const reason = 'Another row about this part has an error'
  expect(refused.split('\r\n').slice(1, -1)).toEqual([
    `${reason},${pads.partNumber},oem,,C 1,`,
    expect.stringMatching(/^Number: “4\.00E\+10” is .*,oem,,4\.00E\+10,$/),
    `${reason},${pads.partNumber},oem,,C 3,`,
  ])
  const applied = await work('apply', made, { leaveOut: 'wrong' })
  expect((await refusedFile(shop, ada, made)).text).toBe(refused)
  const message = expect.stringContaining('Choose the file as one that adds')
  expect((await send(refused)).body.errors).toEqual([{ field: 'file', message }])
  expect((await send(refused, { mode: 'add' })).status).toBe(200)
  expect(applied).toMatchObject({
    state: 'applied',
    counts: { new: 1, removed: 0, unchanged: 0, wrong: 1, skipped: 2 },
  })
  const after = await stateOf(pads.id, disc.id)
  expect(after[0]).toEqual(before[0])
  expect(after[1]).not.toEqual(before[1])
  expect(await work('undo', made)).toMatchObject({ state: 'undone', keptRows: 0 })
  expect(await stateOf(pads.id, disc.id)).toEqual(before)
})
