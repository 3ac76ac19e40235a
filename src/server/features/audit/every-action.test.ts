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
  'PUT /manage/tradeAccounts/{email}': 'decide-trade-account',
  'POST /manage/priceLists': 'add-price-list',
  'PUT /manage/priceLists/{id}': 'change-price-list',
  'PUT /manage/priceLists/{id}/prices': 'set-list-prices',
  // The account is on the list already.
  'DELETE /manage/priceLists/{id}/accounts/{email}': 'take-off-price-list',
  'PUT /manage/priceLists/{id}/accounts/{email}': 'put-on-price-list',
  'DELETE /manage/priceLists/{id}': 'delete-price-list',
  'POST /manage/synonyms': 'add-synonyms',
  'PUT /manage/synonyms/{id}': 'change-synonyms',
  'DELETE /manage/synonyms/{id}': 'remove-synonyms',
  'POST /manage/vehicles': 'add-vehicle',
  'PUT /manage/vehicles/{make}/{model}': 'change-vehicle',
  // Jobs apply and undo these, also in `imports.test.ts`, `number-imports.test.ts` and `fitment-imports.test.ts`.
  'POST /manage/imports': 'check-import',
  'POST /manage/imports/{id}/apply': 'apply-import',
  'POST /manage/imports/{id}/undo': 'undo-import',
}

async function make(rule: Rule) {
  const target = rule.object ? await targets.of(rule.object, olga) : targets.missing
  const caller = { standing: 'admin', identity: 'nobody', person: admin } as const
  return shop.app.inject(requestOf(rule, { ...caller, accessToken: admin.token }, target))
}

const recorded = async () => {
  const { rows } = await shop.database.pool.query<{ action: string; requestId: string }>(
    `select action, request_id as "requestId" from audit_log
     where actor = (select id::text from users where uid = $1) order by created_at, id`,
    [admin.uid],
  )
  return rows
}

/** @shows row-86, row-243 */
test('every change by an admin has one entry in the audit log', async () => {
  for (const [call, action] of Object.entries(actionOf)) {
    const rule = rules.find((each) => each.call === call && each.admin.own === 'ok')!
    // The order before is refunded.
    if (call.endsWith('/refunds')) targets.forget()
    const before = (await recorded()).length
    expect([call, (await make(rule)).statusCode]).toEqual([call, 200])
    await expect
      .poll(async () => [call, (await recorded()).slice(before)])
      .toEqual([call, [{ action, requestId: expect.stringMatching(/./) }]])
  }
})

test('every admin call that changes something is tested here', () => {
  const calls = new Set(rules.filter(isChange).map(({ call }) => call))
  expect([...calls].toSorted()).toEqual(Object.keys(actionOf).toSorted())
})
