import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import { golf, openFitmentImportTests, rowOf } from '../../testing/steps/fitment-files.ts'

const { shop, anna, desk, query, part, checksum, fitsOf, importNow } =
  await openFitmentImportTests()

describe('a file', () => {
  /** @shows row-153 */
  test('is the whole truth for each part it names, and says nothing about others', async () => {
    const [one, other] = [await part(), await part()]
    await importNow([
      rowOf(one.number),
      rowOf(one.number, { ...golf, Model: 'Jetta' }),
      rowOf(other.number),
    ])
    const start = await checksum()
    const civic = { ...golf, Make: 'Honda', Model: 'Civic' }
    const checked = await desk.check([rowOf(one.number), rowOf(one.number, { ...civic })])
    expect(checked.counts).toMatchObject({ changed: 1, unchanged: 1, new: 0, removed: 0 })
    await desk.work('apply', checked)
    expect((await fitsOf(one.id)).map(({ name }) => name)).toEqual(['Civic', 'Golf'])
    expect(await fitsOf(other.id)).toHaveLength(1)
    const emptied = await desk.check([rowOf(one.number, civic)])
    expect(emptied.counts).toMatchObject({ unchanged: 1, removed: 1 })
    await desk.work('apply', emptied)
    expect(await fitsOf(one.id)).toHaveLength(1)
    await desk.work('undo', emptied)
    await desk.work('undo', checked)
    expect(await checksum()).toBe(start)
  })

  /** @shows row-153 */
  test('adds to what a part fits if the admin says so', async () => {
    const one = await part()
    await importNow([rowOf(one.number)])
    const start = await checksum()
    const jetta = rowOf(one.number, { ...golf, Model: 'Jetta' })
    const checked = await desk.check([jetta, rowOf(one.number, { ...golf, 'Per car': '2' })], 'add')
    expect(checked.counts).toMatchObject({ new: 1, changed: 1, removed: 0 })
    await desk.work('apply', checked)
    expect((await fitsOf(one.id)).map(({ name, per_car: count }) => [name, count])).toEqual([
      ['Golf', 2],
      ['Jetta', null],
    ])
    await desk.work('undo', checked)
    expect(await checksum()).toBe(start)
  })

  /** @shows row-153 */
  test('makes a part fit every car, or only some again, and the undo takes it back', async () => {
    const [one, other] = [await part(), await part()]
    await importNow([rowOf(one.number), rowOf(other.number, { Universal: 'yes' })])
    const start = await checksum()
    const swapped = [rowOf(one.number, { Universal: 'Y' }), rowOf(other.number)]
    const both = await desk.check(swapped, 'add')
    expect(both.counts.wrong).toBe(2)
    const checked = await desk.check(swapped)
    expect(checked.counts).toMatchObject({ new: 2, removed: 1, wrong: 0 })
    await desk.work('apply', checked)
    const universal = await query('select id from products where is_universal and id = any($1)', [
      [one.id, other.id],
    ])
    expect(universal).toEqual([{ id: one.id }])
    expect(await fitsOf(other.id)).toHaveLength(1)
    await desk.work('undo', checked)
    expect(await checksum()).toBe(start)
  })

  test('of another system is understood: its headings, ranges of years, aliases and part ids', async () => {
    const one = await part()
    await query(`update vehicle_makes set aliases = array['VW'] where slug = 'volkswagen'`)
    const applied = await importNow([
      { SKU: one.number.toLowerCase(), make: 'vw', MODEL: 'G O L F', Years: '2012-2016, 2018' },
      { SKU: one.number, make: 'Honda', MODEL: 'civic', Years: '2020' },
    ])
    expect(applied.counts.new).toBe(3)
    expect((await fitsOf(one.id)).map(({ year_from: from, year_to: to }) => [from, to])).toEqual([
      [2020, 2020],
      [2012, 2016],
      [2018, 2018],
    ])
    const other = await part()
    await importNow([
      {
        sku: other.number,
        make: 'VW',
        model: 'Golf',
        year_start: '2012',
        year_end: '2014',
        universal: 'no',
      },
    ])
    expect(await fitsOf(other.id)).toHaveLength(1)
  })

  test('that says the same twice adds it once', async () => {
    const one = await part()
    const applied = await importNow([rowOf(one.number), rowOf(one.number)])
    expect(applied.counts).toMatchObject({ new: 1, unchanged: 1 })
    expect(await fitsOf(one.id)).toHaveLength(1)
  })

  /** @shows row-154 */
  test('with wrong rows says for each what is wrong, unknown cars grouped with a suggestion', async () => {
    const one = await part()
    const cases: [object, string][] = [
      [
        { ...golf, Model: 'Golf VIII' },
        '“Golf VIII” of Volkswagen is not known; did you mean Golf?',
      ],
      [{ ...golf, Model: 'Golff' }, '“Golff” of Volkswagen is not known; did you mean Golf?'],
      [{ ...golf, Model: 'Zeppelin' }, '“Zeppelin” of Volkswagen is not known'],
      [
        { ...golf, Make: 'Volkwagen' },
        'The make “Volkwagen” is not known; did you mean Volkswagen?',
      ],
      [{ ...golf, 'Year from': '2016' }, '“2016-2014” are not years'],
      [{ ...golf, 'Year from': '', 'Year to': '' }, 'The years are missing'],
      [{ ...golf, 'Year from': '' }, 'Year to is “2014”, and Year from is missing'],
      [{ ...golf, 'Year to': '' }, 'Year from is “2010”, and Year to is missing'],
      [{ ...golf, Years: '2012' }, 'The years stand in Years and in Year from or Year to'],
      [{ ...golf, Position: 'middle' }, 'Position “middle”: The positions are: front, rear'],
      [{ ...golf, 'Per car': '0' }, 'Per car: “0” is not a number from 1 to 99'],
      [
        { ...golf, Note: 'x'.repeat(301) },
        `Note “${'x'.repeat(40)}…”: Must be 300 characters or lower`,
      ],
      [{ ...golf, Universal: 'yes' }, 'A part that fits every car names no car'],
      [{ ...golf, Universal: 'perhaps' }, 'Universal “perhaps”: yes or no'],
      [{ ...golf, Make: '' }, 'The make is missing'],
      [{ ...golf, 'Part number': 'NO-SUCH-PART' }, 'There is no part “NO-SUCH-PART”'],
      [{ ...golf, 'Part number': '' }, 'The part number is missing'],
      [{ ...golf, Id: randomUUID() }, 'No product has this Id'],
    ]
    const file = cases.map(([cells]) => ({ 'Part number': one.number, ...cells }))
    const checked = await desk.check([...file, { ...file[0]! }])
    expect(checked.counts).toMatchObject({ new: 0, changed: 0, wrong: 19 })
    expect(checked.problems?.[0]).toEqual({ problem: cases[0]![1], rows: 2 })
    const rows = await desk.rowsOf(checked, { outcome: 'wrong', limit: 50 })
    expect(rows.map(({ line, problems }) => [line, problems])).toEqual(
      [...cases, cases[0]!].map(([, problem], n) => [n + 2, [expect.stringContaining(problem)]]),
    )
    const refused = await shop.call(anna, imports.apply, { params: { id: checked._id }, query: {} })
    expect([refused.status, refused.body.code]).toEqual([409, 'not-in-this-state'])
    expect(refused.body.detail).toContain('Nothing is imported while a row has an error')
  })

  /** @shows row-186 */
  test('may name cars by codes of the owner’s lists, each of which may mean several', async () => {
    const one = await part()
    await query(
      `insert into vehicle_codes (scheme, code, model_id, year_from, year_to, decilitres, fuel)
       select 'ktype', '58024', id, 2010, 2014, 20, 'diesel' from vehicle_models where name in ('Golf', 'Jetta')`,
    )
    const row = (cells: object) => ({ 'Part number': one.number, Scheme: 'K-Type', ...cells })
    const checked = await desk.check([row({ Code: '58024', Position: 'front' })])
    expect(checked).toMatchObject({ counts: { new: 2, wrong: 0 }, problems: [] })
    await desk.work('apply', checked)
    const engine = { decilitres: 20, cylinders: null, fuel: 'diesel' }
    const fits = {
      ...engine,
      year_from: 2010,
      year_to: 2014,
      position: 'front',
      per_car: null,
      note: null,
    }
    expect(await fitsOf(one.id)).toEqual([
      { name: 'Golf', ...fits },
      { name: 'Jetta', ...fits },
    ])
    const wrong = await desk.check([
      row({ Code: '99999' }),
      row({ Code: '58024', Engine: '1.4 petrol' }),
      row({ Code: '58024', Make: 'Volkswagen' }),
      row({ Code: '58024', Scheme: 'TecDoc' }),
    ])
    expect(wrong.problems?.map(({ problem }) => problem).toSorted()).toEqual([
      'A code stands for make, model and years: leave these empty',
      'Scheme “TecDoc”: The schemes of codes are: vcdb, ktype, kba, epid, own',
      'The engine is another one than that of the code',
      'The ktype code “99999” is not known',
    ])
  })

  test.each([
    ['Part number,Make,Model,Colour\n', /no column “Colour”/],
    ['Make,Model,Years\n', /which product/],
    ['Part number,Years\n', /Make and Model/],
    ['Part number,SKU,Make,Model\n', /“Part number” occurs twice/],
    ['', /The file is empty/],
  ])('that cannot be read is refused at once: %j', async (file, problem) => {
    const { status, body } = await desk.send(file)
    expect([status, body.detail]).toEqual([422, expect.stringMatching(problem)])
  })
})
