import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles } from '#contract/profiles.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** @shows row-41 */
test('a profile is empty at first and readable as saved by its owner and admins', async () => {
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

/** @shows row-41 */
test('fields of a profile that are saved as they were seen keep what another device has made of them', async () => {
  const mia = await shop.signIn()
  const params = { email: mia.email }
  const seen = {
    name: 'Mia',
    address: '1 Workshop Road',
    phone: '+1 555 010 0100',
    fbLink: 'https://social.example/mia',
    img: '/parts/door-rubber.svg',
  }
  const save = (body: object) =>
    shop.call(mia, profiles.save, { params, body: { ...seen, ...body } })
  await save({})
  await Promise.all([
    save({ name: 'Mia Miller', seen }),
    save({ address: '2 Side Street', img: '/parts/wheel-rim.svg', seen }),
    save({ phone: '+1 555 010 0199', fbLink: 'https://social.example/miller', seen }),
  ])
  expect((await shop.call(mia, profiles.one, { params })).body).toEqual({
    email: mia.email,
    name: 'Mia Miller',
    address: '2 Side Street',
    phone: '+1 555 010 0199',
    fbLink: 'https://social.example/miller',
    img: '/parts/wheel-rim.svg',
  })
})

/** @shows row-42 */
test.each([
  ['facebook.com/mia', 'https://facebook.com/mia'],
  ['www.social.example', 'https://www.social.example'],
  ['http://social.example/mia', 'http://social.example/mia'],
  ['@mia.motors', '@mia.motors'],
  ['Mia Motors on Facebook', 'Mia Motors on Facebook'],
])('a social link may be entered as %s', async (fbLink, kept) => {
  const mia = await shop.signIn()
  const params = { email: mia.email }
  const body = {
    name: 'Mia',
    address: '1 Workshop Road',
    phone: '+1 555 010 0100',
    img: '/parts/door-rubber.svg',
    fbLink,
  }
  expect((await shop.call(mia, profiles.save, { params, body })).status).toBe(200)
  expect((await shop.call(mia, profiles.one, { params })).body.fbLink).toBe(kept)
})

/** @shows row-42, asvs-1.2.2, asvs-2.2.1 */
test.each([
  [{ phone: '123456789' }, 'phone', 'Must be 10 characters or longer'],
  [{ address: '' }, 'address', 'Address is Required'],
  [{ fbLink: 'javascript:alert(1)' }, 'fbLink', 'A web address that starts with https://'],
  [{ fbLink: 'https://' }, 'fbLink', 'A web address that starts with https://'],
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
