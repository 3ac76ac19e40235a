import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsupportedCharacters } from '#contract/shared/fields.ts'
import { products } from '#contract/products/products.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
})
afterAll(() => shop.close())

const oddPartNumber = 'Letters and digits, with spaces, dots, dashes or slashes between them'
const randomDigits = () => crypto.randomUUID().slice(0, 8)

const headlight = (changes: object = {}) => ({
  name: `Headlight ${crypto.randomUUID()}`,
  price: 120,
  quantity: 40,
  description: 'Left-hand lamp with housing and plug',
  img: '/parts/taillight-assembly.svg',
  ...changes,
})

/** @shows row-51, row-56, asvs-15.3.1 */
test('an added product is in the catalogue at once, with its stock as the first movement', async () => {
  const body = headlight({ price: '18.79', quantity: '40', email: 'other@shop.example' })
  const added = await shop.call(admin, products.add, { body })
  expect(added.status).toBe(200)
  const { name } = body
  const list = await shop.call(undefined, products.list, { query: { q: name } })
  expect(list.body).toEqual([
    {
      _id: added.body.insertedId,
      name,
      price: 18.79,
      quantity: 40,
      description: body.description,
      img: body.img,
    },
  ])
  const { rows } = await shop.database.pool.query(
    'select email, delta from products join stock_movements on product_id = products.id where products.id = $1',
    [added.body.insertedId],
  )
  expect(rows).toEqual([{ email: admin.email, delta: 40 }])
})

/** @shows row-52, asvs-1.2.2, asvs-1.3.3, asvs-2.2.1, asvs-2.2.2 */
test.each([
  [{ name: undefined }, 'name', 'Name is Required'],
  [{ name: 'ab' }, 'name', 'Must be 3 characters or longer'],
  [{ name: '9 volt' }, 'name', 'Provide a valid Name'],
  [{ price: undefined }, 'price', 'Price is Required'],
  [{ price: '9' }, 'price', 'Must be 2 characters or longer'],
  [{ price: 0 }, 'price', 'A price from $0.05 to $999,999.99'],
  [{ price: 1.005 }, 'price', 'A price from $0.05 to $999,999.99'],
  [{ price: 1e21 }, 'price', 'A price from $0.05 to $999,999.99'],
  [{ quantity: '5' }, 'quantity', 'Must be 2 characters or longer'],
  [{ quantity: -1 }, 'quantity', 'A whole number from 0 to 1000000'],
  [{ description: 'abc' }, 'description', 'Must be 5 characters or longer'],
  [{ img: '' }, 'img', 'Image is Required'],
  [{ img: 'javascript:alert(1)' }, 'img', 'Must be an uploaded picture or an https address'],
  [{ img: '/images/../secrets.json' }, 'img', 'Must be an uploaded picture or an https address'],
  [{ name: 'Door\u0000seal' }, 'name', unsupportedCharacters],
  [{ name: 'Door\nseal' }, 'name', unsupportedCharacters],
  [{ name: 'Door\u202Elaes' }, 'name', unsupportedCharacters],
  [{ description: 'Left\u0085hand' }, 'description', unsupportedCharacters],
  [{ partNumber: '-' }, 'partNumber', oddPartNumber],
  [{ partNumber: 'Tür 7' }, 'partNumber', oddPartNumber],
  [{ partNumber: 'a'.repeat(41) }, 'partNumber', 'Must be 40 characters or lower'],
  [{ kind: 'gadgets' }, 'kind', 'Choose a kind from the list'],
])('a product with %j is refused at %s: %s', async (changes, field, message) => {
  const body = headlight(changes)
  const { status, body: problem } = await shop.call(admin, products.add, { body })
  expect(status).toBe(422)
  expect(problem.errors).toContainEqual({ field, message })
})

/** @shows row-53 */
test('a name is unique among live products, and free once its product is archived', async () => {
  const body = headlight()
  const first = await shop.call(admin, products.add, { body })
  const second = await shop.call(admin, products.add, {
    body: { ...body, name: body.name.toUpperCase() },
  })
  expect([second.status, second.body.code]).toEqual([409, 'duplicate'])
  const params = { id: first.body.insertedId }
  expect((await shop.call(admin, products.remove, { params })).body).toEqual({ deletedCount: 1 })
  expect((await shop.call(admin, products.remove, { params })).status).toBe(404)
  expect((await shop.call(admin, products.add, { body })).status).toBe(200)
})

/** @shows row-77 */
test('a part number is stored as written, and unique without separators and case', async () => {
  const digits = randomDigits()
  const body = headlight({ partNumber: ` 8T0-${digits}-al `, kind: 'lighting' })
  const { insertedId } = (await shop.call(admin, products.add, { body })).body
  const { body: added } = await shop.call(undefined, products.one, { params: { id: insertedId } })
  expect(added).toMatchObject({ partNumber: `8T0-${digits}-al`, kind: 'lighting' })

  const again = headlight({ partNumber: `8t0 ${digits} AL` })
  const refused = await shop.call(admin, products.add, { body: again })
  expect([refused.status, refused.body.errors]).toEqual([
    409,
    [{ field: 'partNumber', message: 'The catalogue already has a product with this part number' }],
  ])
  await shop.call(admin, products.remove, { params: { id: insertedId } })
  expect((await shop.call(admin, products.add, { body: again })).status).toBe(200)
})

/** @shows row-77 */
test('any number of products may lack part number and category', async () => {
  for (const nothing of [{}, { partNumber: '', kind: '' }]) {
    const { body } = await shop.call(admin, products.add, { body: headlight(nothing) })
    const added = await shop.call(undefined, products.one, { params: { id: body.insertedId } })
    expect(Object.keys(added.body)).toEqual(
      expect.not.arrayContaining(['partNumber', 'kind', 'part_number']),
    )
  }
})

/** @shows row-77 */
test('part numbers are looked up without separators and case, in the requested order', async () => {
  const digits = randomDigits()
  const add = async (partNumber: string) =>
    (await shop.call(admin, products.add, { body: headlight({ partNumber }) })).body.insertedId
  const left = await add(`8T0-${digits}-AL`)
  const right = await add(`8T0-${digits}-AR`)
  const gone = await add(`8T0-${digits}-X`)
  await shop.call(admin, products.remove, { params: { id: gone } })

  const partNumbers = [
    `8t0 ${digits} ar`,
    `8T0${digits}AL`,
    `8T0-${digits}-X`,
    `8T0-${digits}`,
    '--',
    `(8T0.${digits}/AL)`,
  ]
  const { body } = await shop.call(undefined, products.lookUp, { body: { partNumbers } })
  expect(body.map(({ partNumber }) => partNumber)).toEqual(partNumbers)
  expect(body.map(({ product }) => product?._id)).toEqual([
    right,
    left,
    undefined,
    undefined,
    undefined,
    left,
  ])
})

test.each([[[]], [Array.from({ length: 201 }, () => 'AP-1')], ['AP-1'], [[7]]])(
  'a lookup of %j is refused',
  async (partNumbers) => {
    const body = { partNumbers: partNumbers as string[] }
    expect((await shop.call(undefined, products.lookUp, { body })).status).toBe(422)
  },
)

test('repeated requests with one idempotency key add one product', async () => {
  const body = headlight()
  const add = (name = body.name) =>
    shop.call(
      admin,
      products.add,
      { body: { ...body, name } },
      { idempotencyKey: body.name.slice(10) },
    )
  const [first, second] = await Promise.all([add(), add()])
  expect(second.body).toEqual(first.body)
  expect((await add('Something else')).body.code).toBe('key-reused')
})

test('the public list is revalidated by ETag, and changes when a product is added', async () => {
  const get = (etag = '') =>
    shop.app.inject({ url: '/api/products', headers: { 'if-none-match': etag } })
  const first = await get()
  const etag = String(first.headers['etag'])
  expect((await get(etag)).statusCode).toBe(304)
  await shop.call(admin, products.add, { body: headlight() })
  expect((await get(etag)).statusCode).toBe(200)
})

/** @shows row-53 */
test('products sorted by newest have pages and can be searched', async () => {
  const kind = `Mirror ${crypto.randomUUID()}`
  const ids: string[] = []
  for (const side of ['left', 'right', 'inner']) {
    const body = headlight({ name: `${kind} ${side}` })
    ids.unshift((await shop.call(admin, products.add, { body })).body.insertedId)
  }
  const query = { q: kind, sort: 'newest', limit: 2 } as const
  const first = await shop.call(undefined, products.list, { query })
  expect(first.body.map(({ _id }) => _id)).toEqual(ids.slice(0, 2))
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers['link'])) ?? []
  const rest = (await shop.app.inject({ url: next })).json<{ _id: string }[]>()
  expect(rest.map(({ _id }) => _id)).toEqual(ids.slice(2))
  const refused = await shop.app.inject({ url: '/api/products?sort=cheapest' })
  expect(refused.statusCode).toBe(422)
})

test('a long catalogue is streamed completely, each product once', async () => {
  const long = await openShop()
  await long.database.pool.query(
    `insert into products (name, email, price_cents, quantity, description, img)
     select 'Part ' || n, 'admin@shop.example', 100, 10, 'A part for tests', '/parts/x.svg'
     from generate_series(1, 2500) n`,
  )
  const { body } = await long.call(undefined, products.list, { query: {} })
  expect(new Set(body.map(({ _id }) => _id)).size).toBe(2500)
  await long.close()
})

test('responses are compressed on request, with the same content', async () => {
  const description = 'Left-hand lamp with housing and plug. '.repeat(50)
  await shop.call(admin, products.add, { body: headlight({ description }) })
  const plain = await shop.app.inject({ url: '/api/products' })
  const headers = { 'accept-encoding': 'gzip, br' }
  const brotli = await shop.app.inject({ url: '/api/products', headers })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload)
})
