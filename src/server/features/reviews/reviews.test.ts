import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles } from '#contract/profiles.ts'
import { reviews } from '#contract/reviews.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

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

test('a key that was used for other words is refused, and not called a repetition', async () => {
  const mia = await shop.signIn()
  const add = (body: ReturnType<typeof review>) =>
    shop.call(mia, reviews.add, { body }, { idempotencyKey: 'one-key' })
  await add(review())
  const other = await add(review())
  expect([other.status, other.body.code]).toEqual([422, 'key-reused'])
  expect(other.headers['idempotent-replayed']).toBeUndefined()
})

test('reviews are found by their words', async () => {
  const mia = await shop.signIn()
  const body = review()
  const { insertedId } = (await shop.call(mia, reviews.add, { body })).body
  const q = body.description.toUpperCase()
  const found = await shop.call(undefined, reviews.list, { query: { q } })
  expect(found.body.map(({ _id }) => _id)).toEqual([insertedId])
})

test('the same words twice are refused with 409, which does not log the client out', async () => {
  const mia = await shop.signIn()
  const body = review()
  await shop.call(mia, reviews.add, { body })
  expect((await shop.call(mia, reviews.add, { body })).status).toBe(409)
})

test('a profile is empty at first and kept as saved, for its owner and admins', async () => {
  const [mia, admin] = await Promise.all([shop.signIn(), shop.signIn({ isAdmin: true })])
  const params = { email: mia.email }
  const empty = { name: 'Mia', email: mia.email, address: '', phone: '', fbLink: '', img: '' }
  expect((await shop.call(mia, profiles.one, { params })).body).toEqual(empty)
  const body = {
    name: 'Mia Motors',
    email: 'other@shop.example',
    address: '1 Workshop Road',
    phone: '+1 555 010 0100',
    fbLink: 'https://social.example/mia',
    img: '/parts/door-rubber.svg',
  }
  await shop.call(mia, profiles.save, { params, body })
  const saved = { ...body, email: mia.email }
  expect((await shop.call(mia, profiles.one, { params })).body).toEqual(saved)
  expect((await shop.call(admin, profiles.one, { params })).body).toEqual(saved)
})

test.each([
  [{ phone: '123456789' }, 'phone', 'Must be 10 characters or longer'],
  [{ address: '' }, 'address', 'Address is Required'],
  [{ fbLink: 'javascript:alert(1)' }, 'fbLink', 'A web address that starts with https://'],
  [{ img: '' }, 'img', 'Image is Required'],
])('a profile with %j is refused at %s', async (changes, field, message) => {
  const mia = await shop.signIn()
  const body = {
    name: 'Mia',
    address: '1 Workshop Road',
    phone: '+1 555 010 0100',
    fbLink: 'https://social.example/mia',
    img: '/parts/door-rubber.svg',
    ...changes,
  }
  const answer = await shop.call(mia, profiles.save, { params: { email: mia.email }, body })
  expect(answer.body.errors).toContainEqual({ field, message })
})
