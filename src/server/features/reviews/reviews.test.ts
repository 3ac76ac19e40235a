import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviews } from '#contract/reviews.ts'
import { openShop } from '../../testing/shop.ts'
import { orderOfLines, placeLines } from '../../testing/order-lines.ts'
import type { Wanted } from '../../testing/order-lines.ts'
import { paymentSteps } from '../../testing/payments.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const review = (changes: object = {}) => ({
  title: 'Right lamp',
  rating: '4',
  description: `Fits without an adapter ${crypto.randomUUID()}`,
  ...changes,
})

/** @shows row-43, asvs-8.2.3, asvs-15.3.1 */
test('a review is public under the account’s own name, never with its e-mail', async () => {
  const mia = await shop.signIn()
  const body = review({ name: 'Somebody Else', email: 'else@shop.example' })
  const added = await shop.call(mia, reviews.add, { body })
  const list = await shop.app.inject({ url: '/api/reviews' })
  const { title, description } = body
  const _id = added.body.insertedId
  expect(list.json()).toContainEqual({ _id, name: 'Mia', rating: 4, title, description })
  expect(list.body).not.toContain(mia.email)
})

/** @shows row-44, asvs-2.2.1, asvs-15.3.5 */
test.each([
  [{ title: 'ab' }, 'title', 'Must be 3 characters or longer'],
  [{ title: 'x'.repeat(31) }, 'title', 'Must be 30 characters or lower'],
  [{ rating: '' }, 'rating', 'Rating is Required'],
  [{ rating: '45' }, 'rating', 'Provide a valid rating(1-5)'],
  [{ rating: 0 }, 'rating', 'Provide a valid rating(1-5)'],
  [{ rating: true }, 'rating', 'Provide a valid rating(1-5)'],
  [{ description: '' }, 'description', 'Description is Required'],
  [{ description: 'abcd' }, 'description', 'Must be 3 characters or longer'],
])('a review with %j is refused at %s: %s', async (changes, field, message) => {
  const mia = await shop.signIn()
  const { status, body } = await shop.call(mia, reviews.add, { body: review(changes) })
  expect(status).toBe(422)
  expect(body.errors).toContainEqual({ field, message })
})

test('an idempotency key of another review is refused, not replayed', async () => {
  const mia = await shop.signIn()
  const add = (body: ReturnType<typeof review>) =>
    shop.call(mia, reviews.add, { body }, { idempotencyKey: 'one-key' })
  await add(review())
  const other = await add(review())
  expect([other.status, other.body.code]).toEqual([422, 'key-reused'])
  expect(other.headers['idempotent-replayed']).toBeUndefined()
})

test('reviews can be searched', async () => {
  const mia = await shop.signIn()
  const body = review()
  const { insertedId } = (await shop.call(mia, reviews.add, { body })).body
  const q = body.description.toUpperCase()
  const found = await shop.call(undefined, reviews.list, { query: { q } })
  expect(found.body.map(({ _id }) => _id)).toEqual([insertedId])
})

test('a duplicate review is refused with 409, which does not log the client out', async () => {
  const mia = await shop.signIn()
  const body = review()
  await shop.call(mia, reviews.add, { body })
  expect((await shop.call(mia, reviews.add, { body })).status).toBe(409)
})

/** @shows row-87 */
test('a product review is verified if its author has paid for the product, and only then', async () => {
  const [mia, noah] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Noah' })])
  const steps = paymentSteps(shop)
  const order = await steps.order(mia)
  const { id: product, name } = order.part
  const add = async (who: TestUser) =>
    (await shop.call(who, reviews.add, { body: review({ product, verified: true }) })).body
      .insertedId
  const unpaid = await add(mia)
  await steps.report(mia, order.id, await steps.payAtProvider(mia, order))
  const listed = async () => (await shop.call(undefined, reviews.list, { query: { product } })).body
  expect((await listed()).map(({ verified }) => verified)).toEqual([undefined])
  const [paid, others] = [await add(mia), await add(noah)]
  expect(paid).toBe(unpaid)

  const body = await listed()
  expect(body.map(({ _id, verified }) => [_id, verified])).toEqual([
    [others, undefined],
    [paid, true],
  ])
  expect(body.map((each) => each.product)).toEqual(body.map(() => ({ _id: product, name })))
  expect((await shop.call(mia, reviews.bought, {})).body).toEqual([{ _id: product, name }])
  expect((await shop.call(noah, reviews.bought, {})).body).toEqual([])
})

/** @shows row-133 */
test('an order of several parts verifies the reviews of each of them', async () => {
  const mia = await shop.signIn()
  const steps = paymentSteps(shop)
  const parts = [await shop.stock(), await shop.stock()]
  const wanted: Wanted = parts.map((part) => [part, 10])
  const { body } = await placeLines(shop, mia, wanted)
  const ordered = { id: body.insertedId, total: orderOfLines(wanted).price, part: parts[0]! }
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  for (const { id: product } of parts) {
    await shop.call(mia, reviews.add, { body: review({ product }) })
    const listed = await shop.call(undefined, reviews.list, { query: { product } })
    expect(listed.body.map(({ verified }) => verified)).toEqual([true])
  }
  const bought = (await shop.call(mia, reviews.bought, {})).body
  expect(new Set(bought.map(({ _id }) => _id))).toEqual(new Set(parts.map(({ id }) => id)))
})

/** @shows row-87 */
test('unknown products, and archived ones that the author did not buy, are refused at their field', async () => {
  const mia = await shop.signIn()
  const gone = await shop.stock()
  await shop.database.pool.query('update products set archived_at = now() where id = $1', [gone.id])
  for (const product of [crypto.randomUUID(), gone.id, 'the lamp']) {
    const { status, body } = await shop.call(mia, reviews.add, { body: review({ product }) })
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'product', message: 'This part is not in the shop' }],
    ])
  }
  const none = await shop.call(mia, reviews.add, { body: review({ product: '' }) })
  expect(none.status).toBe(200)
})

/** @shows row-87 */
test('a hidden review is visible to admins only until it is shown again, with audit entries', async () => {
  const [mia, ada] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Ada', isAdmin: true })])
  const { id: product } = await shop.stock()
  const body = review({ product })
  const id = (await shop.call(mia, reviews.add, { body })).body.insertedId
  const isIn = (rows: { _id: string }[]) => rows.some(({ _id }) => _id === id)
  const listed = async () => {
    const [all, ofProduct, managed] = await Promise.all([
      shop.call(undefined, reviews.list, { query: { limit: 50 } }),
      shop.call(undefined, reviews.list, { query: { product } }),
      shop.call(ada, reviews.managed, { query: { q: body.description } }),
    ])
    const [row] = managed.body
    return [isIn(all.body), isIn(ofProduct.body), row?.hidden, row?.email === mia.email]
  }
  expect(await listed()).toEqual([true, true, false, true])
  const change = (e: typeof reviews.hide | typeof reviews.show) =>
    shop.call(ada, e, { params: { id } })
  expect((await change(reviews.hide)).body).toEqual({ modifiedCount: 1 })
  expect((await change(reviews.hide)).body).toEqual({ modifiedCount: 0 })
  expect(await listed()).toEqual([false, false, true, true])
  expect((await change(reviews.show)).body).toEqual({ modifiedCount: 1 })
  expect(await listed()).toEqual([true, true, false, true])

  const { rows } = await shop.database.pool.query(
    `select action, users.email from admin_actions join users on users.id::text = actor
     where target = $1 order by admin_actions.id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'hide-review', email: ada.email },
    { action: 'show-review', email: ada.email },
  ])
})

const shown = async (query: object) => (await shop.call(undefined, reviews.list, { query })).body

/** @shows row-87 */
test('an account has one review of a part: another one changes it', async () => {
  const mia = await shop.signIn()
  const { id: product } = await shop.stock()
  const add = (changes: object) =>
    shop.call(mia, reviews.add, { body: review({ product, ...changes }) })
  const first = await add({ title: 'Too early' })
  const again = await add({ title: 'Fits after all', rating: 5 })
  expect(again.body).toEqual(first.body)
  const listed = await shown({ product })
  expect(listed).toMatchObject([{ _id: first.body.insertedId, title: 'Fits after all', rating: 5 }])
  await Promise.all([add({}), add({}), add({})])
  expect(await shown({ product })).toHaveLength(1)
  expect((await shop.call(mia, reviews.add, { body: review() })).body).not.toEqual(first.body)
})

/** @shows row-87 */
test('simultaneous first reviews of a part by one account are one review', async () => {
  const mia = await shop.signIn()
  const { id: product } = await shop.stock()
  const add = () => shop.call(mia, reviews.add, { body: review({ product }) })
  const added = await Promise.all([add(), add(), add(), add(), add()])
  expect(new Set(added.map(({ body }) => body.insertedId)).size).toBe(1)
  expect(await shown({ product })).toHaveLength(1)
})

/** @shows row-87 */
test('of several reviews that an account had of a part, a new one replaces all', async () => {
  const mia = await shop.signIn()
  const { id: product } = await shop.stock()
  await shop.database.pool.query(
    `insert into reviews (user_id, name, rating, title, description, product_id)
     select users.id, 'Mia', n, 'Earlier', 'Number ' || n || ' of ' || $2::text, $2::uuid
     from users, generate_series(1, 3) n where email = $1`,
    [mia.email, product],
  )
  expect(await shown({ product })).toHaveLength(3)
  const added = await shop.call(mia, reviews.add, { body: review({ product, title: 'The last' }) })
  expect(await shown({ product })).toMatchObject([
    { _id: added.body.insertedId, title: 'The last' },
  ])
})

/** @shows row-87 */
test('an account without a confirmed address has one review in all', async () => {
  const eve = await shop.signIn({ isVerified: false })
  const { id: product } = await shop.stock()
  const add = (changes: object) => shop.call(eve, reviews.add, { body: review(changes) })
  const added = [await add({}), await add({}), await add({ product })]
  const [id, ...others] = added.map(({ body }) => body.insertedId)
  expect(added.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(others).toEqual([id, id])
  expect(await shown({ product })).toMatchObject([{ _id: id }])
})

/** @shows row-87 */
test('a review that an admin has hidden stays hidden when its author changes it', async () => {
  const [mia, ada] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Ada', isAdmin: true })])
  const { id: product } = await shop.stock()
  const add = () => shop.call(mia, reviews.add, { body: review({ product }) })
  const id = (await add()).body.insertedId
  await shop.call(ada, reviews.hide, { params: { id } })
  await add()
  expect(await shown({ product })).toEqual([])
})
