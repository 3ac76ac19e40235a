import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addresses, addressMessages } from '#contract/addresses/addresses.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { berlin } from '../../testing/rows/addresses.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let mia: TestUser
let id: string
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  mia = await shop.signIn()
  id = (await shop.call(mia, addresses.add, { body: berlin })).body.insertedId
})

const list = async () => (await shop.call(mia, addresses.list, {})).body

const change = (body: object, seen?: object) =>
  shop.call(mia, addresses.change, {
    params: { id },
    body: { ...berlin, ...body, ...(seen && { seen: { ...berlin, ...seen } }) },
  })

/** @shows row-179 */
test('an address that another device has changed since it was seen is refused at the changed fields, and replaced once they were seen', async () => {
  const place = { street: 'Neue Strasse 2', country: 'AT', postalCode: '1010' }
  const current = { ...place, company: '' }
  await change(current, {})
  const typed = { phone: '+49 30 7654321' }
  const refused = await change(typed, {})
  expect([refused.status, refused.body.code]).toEqual([409, 'changed-meanwhile'])
  const texts = { street: 'Neue Strasse 2', postalCode: '1010', country: 'Austria' }
  expect(refused.body.errors).toEqual([
    { field: 'company', message: 'Emptied on another device. Save again to fill it' },
    ...Object.entries(texts).map(([field, text]) => ({
      field,
      message: `Changed to “${text}” on another device. Save again to replace it`,
    })),
  ])
  expect(await list()).toMatchObject([{ ...current, phone: berlin.phone }])

  expect((await change(typed, current)).status).toBe(200)
  const repeated = await change(typed, current)
  expect(repeated.status, 'a repetition of an answered save').toBe(200)
  expect((await change({ town: 'Bonn' })).status, 'a client that does not say').toBe(200)
  expect(await list()).toMatchObject([{ ...berlin, town: 'Bonn' }])
})

/** @shows row-179 */
test('of two devices that change an address at once one does', async () => {
  const lock = await holdLock(shop, 'select from addresses where id = $1 for update', [id])
  const changing = Promise.all(
    ['Bonn', 'Jena'].map((town) =>
      shop.call(mia, addresses.change, {
        params: { id },
        body: { ...berlin, town, seen: berlin },
      }),
    ),
  )
  await lock.areWaiting(2)
  await lock.release()
  const answers = (await changing).map(({ status }) => status)
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409])
})

/** @shows row-179, P8 */
test('nobody changes an address of another account or one that was deleted', async () => {
  const change = (user: TestUser) =>
    shop.call(user, addresses.change, { params: { id }, body: { ...berlin, seen: berlin } })
  expect((await change(await shop.signIn())).status).toBe(404)
  await shop.call(mia, addresses.remove, { params: { id } })
  expect((await change(mia)).body.detail).toBe(addressMessages.gone)
})
