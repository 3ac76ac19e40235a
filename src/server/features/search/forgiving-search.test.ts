import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { seedDemoCatalogue } from '../products/demo/demo-catalogue.ts'
import { demoProducts } from '../products/demo/demo-products.ts'
import { learnTradeWords } from './learn-trade-words.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await learnTradeWords(shop.database.db)
  await seedDemoCatalogue(shop.database.db)
})
afterAll(() => shop.close())

/** What customers type, by the part they look for. */
const searches: Record<string, string> = {
  Alternator: 'alternater, altenator, alternaitor, generator, dynamo, alternators 12v',
  Bonnet: 'hood, bonet, bonnett, hoods, engine hood, car hood',
  'Brake Disc and Caliper':
    'brake discs, break disc, breaks, brake rotor, rotors, disk brake, calliper, disc and calipper, front disc brake, the brake discs for a car',
  'Brake Pad Set':
    'breaks, brakepads, break pads, brake linings, brake kit, braking, i need new brake pads, halder brake pads',
  'Car Battery':
    'batery, battrey, accumulator, car batteries, carbattery, auto battery, quadra battery',
  'Coil Spring': 'spring coil, coilspring, suspension springs, springs, coal spring',
  'Door Handle': 'dorr handle, doorhandel, door pull, handle door',
  'Door Rubber Seal':
    'doors rubber, weatherstrip, weather strip, door gasket, rubber dor seal, dooor rubber',
  'Engine Assembly': 'engin, motor, long block, engines',
  'Exhaust Muffler': 'muffler, silencer, mufler, exaust muffler, exhuast, back box, exhaust system',
  'Fog Lamp': 'fog lamps, foglight, fogg lamp, fog lanp, lamps',
  'Front Bumper': 'bumpr, bumber, frontbumper, bumper cover, front fascia, fog bumpers',
  'Gasket and Seal Set': 'gasket kit, gaskit set, head gasket, seal set',
  'Headlight Assembly': 'head light, headlihgt, headlamp, hedlight, headlghts, front lights',
  'Jump Starter with Compressor':
    'jumpstarter, jump pack, battery booster, tyre inflator, compresser, jump leads, car jumper',
  'Oil Filter':
    'oilfilter, oill filter, oil fliter, oil filtres, lubricant filter, motor oil filter',
  'Quarter Panel': 'quater panel, quarterpanel, rear fender, wing',
  Radiator: 'radiater, raditor, radiators, auto radiator, cooling',
  'Shock Absorber': 'shocks, absorber shock, damper, strut, shok absorber, shock obsorber, shocker',
  'Side Mirror': 'mirorr, wing mirror, sidemirror, door mirror',
  'Spark Plug Set':
    'sparkplug, spark plugs, sparking plug, spark plgu, sprkplugset, ignition plugs',
  'Steering Rack': 'stearing rack, sterring, steering gear, rack and pinion',
  'Taillight Assembly':
    'tailight, tail light, tail-light, rear light, tail lamp, stop light, aplt2110l, 2110',
  'Wheel Rim': 'tire, rims, tyres, alloy wheels, wheal rim',
  'Wiper Blades':
    'windshield wiper, windsheild wipers, wind shield wipers, whiper blade, wiperblade',
}
const table = Object.entries(searches).flatMap(([part, typed]) =>
  typed.split(', ').map((q): [string, string] => [q, part]),
)

test('a brand finds its parts, also in capitals', async () => {
  const { body } = await shop.call(undefined, products.list, { query: { q: 'AURALUX' } })
  expect(body.map(({ name }) => name).toSorted()).toEqual(
    demoProducts
      .filter(({ brand }) => brand === 'Auralux')
      .map(({ name }) => name)
      .toSorted(),
  )
})

/** @shows row-97 */
test.each(table)('%s finds %s among the first three', async (q, part) => {
  const { body } = await shop.call(undefined, products.suggestions, { query: { q } })
  expect(body.products.slice(0, 3).map(({ name }) => name)).toContain(part)
})

const unrelated =
  'zzzz, qwerty, toothbrush, guitar, pizza, table, coffee machine, % _, horse, desk, coal, food, piano'

/** @shows row-97 */
test.each(unrelated.split(', '))('%s finds nothing, and means nothing else', async (q) => {
  const { body } = await shop.call(undefined, products.suggestions, { query: { q } })
  expect(body).toEqual({ products: [], kinds: [] })
})

/** @shows row-97 */
test.each([
  ['tailight', 'taillight'],
  ['break disc', 'brake disc'],
  ['windsheild wipers', 'windshield wipers'],
  ['taillight', undefined],
  ['hood', undefined],
  ['house', undefined],
  ['coal spring', 'coil spring'],
])('the catalogue asks whether %s means %s', async (q, didYouMean) => {
  const { body } = await shop.call(undefined, products.found, { query: { q } })
  expect([body.count > 0, body.didYouMean]).toEqual([true, didYouMean])
})

/** @shows row-97 */
test('exact matches come first, and among equal ones what is in stock', async () => {
  for (const [name, quantity] of [
    ['Gadget holder small', 0],
    ['Gadget holder large', 10],
    ['Holder for a gadget', 10],
    ['Gadget', 0],
    ['Gagdet', 10],
  ] as const) {
    await shop.stock({ name, quantity })
  }
  const { body } = await shop.call(undefined, products.list, { query: { q: 'gadget holder' } })
  expect(body.map(({ name }) => name)).toEqual([
    'Gadget holder large',
    'Holder for a gadget',
    'Gadget holder small',
  ])
})

/** @shows row-97 */
test('pages of a search show each match once, by number and by cursor, and sorted by price', async () => {
  const query = { q: 'brake', limit: 1 }
  const all = (await shop.call(undefined, products.list, { query: { q: 'brake' } })).body
  expect(all.length).toBeGreaterThan(1)
  for (const [index, { _id }] of all.entries()) {
    const page = await shop.call(undefined, products.list, { query: { ...query, page: index + 1 } })
    expect(page.body).toEqual([all[index]])
    const next = await shop.call(undefined, products.list, { query: { ...query, after: _id } })
    expect(next.body).toEqual(all.slice(index + 1, index + 2))
  }
  const sorted = await shop.call(undefined, products.list, {
    query: { q: 'brake', sort: 'lowest-price' },
  })
  expect(sorted.body).toEqual(all.toSorted((one, other) => one.price - other.price))
})

/** @shows row-97 */
test('of more matches than a search finds, an order by price shows the lowest of all', async () => {
  await shop.database.pool.query(
    `insert into products (name, email, price_cents, quantity, description, img)
     select 'Sprocket ' || n, 'admin@shop.example', 100000 - n, 10, 'For a chain', '/parts/x.svg'
     from generate_series(1, 1500) n`,
  )
  const query = { q: 'sprockets', sort: 'lowest-price', limit: 2 } as const
  const { body } = await shop.call(undefined, products.list, { query })
  expect(body.map(({ name }) => name)).toEqual(['Sprocket 1500', 'Sprocket 1499'])
  const after = String(body.at(-1)?._id)
  const next = await shop.call(undefined, products.list, { query: { ...query, after } })
  expect(next.body.map(({ name }) => name)).toEqual(['Sprocket 1498', 'Sprocket 1497'])
})

/** @shows row-97 */
test('a name that changes is found by its new words at once', async () => {
  const { id } = await shop.stock({ name: 'Widget carrier' })
  await shop.database.pool.query('update products set name = $2 where id = $1', [
    id,
    'Flywheel housing',
  ])
  const find = async (q: string) =>
    (await shop.call(undefined, products.list, { query: { q } })).body.map(({ name }) => name)
  expect([await find('fylwheel'), await find('widget')]).toEqual([['Flywheel housing'], []])
})

/** @shows row-97 */
test('kinds are suggested with the number of their matches', async () => {
  const { body } = await shop.call(undefined, products.suggestions, { query: { q: 'lights' } })
  expect(body.kinds[0]).toEqual({ kind: 'lighting', count: 3 })
})
