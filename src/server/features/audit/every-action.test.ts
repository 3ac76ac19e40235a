import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminAction } from '#contract/audit.ts'
import { requestOf } from '../../testing/authorisation/requests.ts'
import { rules } from '../../testing/authorisation/rules.ts'
import type { Rule } from '../../testing/authorisation/rules.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { createTargets } from '../../testing/authorisation/targets.ts'

let shop: TestShop
let admin: TestUser
let olga: TestUser
let targets: ReturnType<typeof createTargets>
beforeAll(async () => {
  shop = await openShop({ CONTACT_EMAIL: 'shop@shop.example' })
  admin = await shop.signIn({ isAdmin: true })
  olga = await shop.signIn({ name: 'Olga' })
  targets = createTargets(shop)
})
afterAll(() => shop.close())

const isChange = ({ call, accessLevel }: Rule) => accessLevel === 'admin' && !call.startsWith('GET')

/** Imports are logged when they are applied, see `imports.test.ts`, `number-imports.test.ts` and `fitment-imports.test.ts`. */
const ofImports = [
  'POST /manage/imports',
  'POST /manage/imports/{id}/apply',
  'POST /manage/imports/{id}/undo',
  'POST /manage/fitments/imports',
  'POST /manage/fitments/imports/{id}/apply',
  'POST /manage/fitments/imports/{id}/undo',
]

/** Cars have a log of their own, see `manage-vehicles.test.ts`. */
const ofVehicles = ['POST /manage/vehicles', 'PUT /manage/vehicles/{make}/{model}']

/** Trade accounts have a log of their own, see `trade-accounts.test.ts`. */
const ofTradeAccounts = ['PUT /manage/tradeAccounts/{email}']
/** Price lists have a log of their own, see `price-lists.test.ts`. */
const ofPriceLists = [
  'POST /manage/priceLists',
  'PUT /manage/priceLists/{id}',
  'DELETE /manage/priceLists/{id}',
  'PUT /manage/priceLists/{id}/prices',
  'PUT /manage/priceLists/{id}/accounts/{email}',
  'DELETE /manage/priceLists/{id}/accounts/{email}',
]

/** Synonyms have a log of their own, see `manage-search.test.ts`. */
const ofSynonyms = [
  'POST /manage/synonyms',
  'PUT /manage/synonyms/{id}',
  'DELETE /manage/synonyms/{id}',
]

const actionOf: Readonly<Record<string, AdminAction>> = {
  'POST /Products': 'add-product',
  'PUT /manage/product/{id}': 'change-product',
  'POST /manage/product/{id}/stock': 'change-product',
  'PUT /manage/product/{id}/fitments': 'change-product',
  'PUT /manage/product/{id}/numbers': 'change-product',
  'PUT /manage/product/{id}/lowLevel': 'change-product',
  'DELETE /product/{id}': 'archive-product',
  'POST /manage/product/{id}/restore': 'restore-product',
  'PUT /user/admin/{email}': 'grant-admin',
  'PUT /user/customer/{email}': 'revoke-admin',
  'PUT /user/deactivate/{email}': 'deactivate-user',
  'PUT /user/reactivate/{email}': 'reactivate-user',
  'POST /manage/orders/{id}/addressRequest': 'ship-order',
  'PUT /manage/orders/{id}/tracking': 'ship-order',
  'PUT /order/shipping/{id}': 'ship-order',
  'DELETE /order/shipping/{id}': 'ship-order',
  'POST /manage/orders/{id}/refund': 'refund-order',
  'POST /manage/orders/{id}/refunds': 'refund-order',
  'PUT /manage/reviews/{id}/hide': 'hide-review',
  'PUT /manage/reviews/{id}/show': 'show-review',
  'PUT /contact/done/{id}': 'finish-message',
}

async function make(rule: Rule) {
  const target = rule.object ? await targets.of(rule.object, olga) : targets.missing
  const caller = { standing: 'admin', identity: 'nobody', person: admin } as const
  return shop.app.inject(requestOf(rule, { ...caller, accessToken: admin.token }, target))
}

const recorded = async () => {
  const { rows } = await shop.database.pool.query<{ action: string; requestId: string }>(
    `select action, request_id as "requestId" from admin_actions
     where actor = (select id::text from users where uid = $1) order by id`,
    [admin.uid],
  )
  return rows
}

/** @shows row-86 */
test('every change by an admin has one entry in the audit log', async () => {
  for (const [call, action] of Object.entries(actionOf)) {
    const rule = rules.find((each) => each.call === call && each.admin.own === 'ok')!
    // The order before is refunded.
    if (call.endsWith('/refunds')) targets.forget()
    const before = (await recorded()).length
    expect([call, (await make(rule)).statusCode]).toEqual([call, 200])
    const added = (await recorded()).slice(before)
    expect([call, added]).toEqual([call, [{ action, requestId: expect.stringMatching(/./) }]])
  }
})

test('every admin call that changes something is tested here', () => {
  const calls = new Set(rules.filter(isChange).map(({ call }) => call))
  expect([...calls].toSorted()).toEqual(
    [
      ...Object.keys(actionOf),
      ...ofImports,
      ...ofPriceLists,
      ...ofSynonyms,
      ...ofTradeAccounts,
      ...ofVehicles,
    ].toSorted(),
  )
})
