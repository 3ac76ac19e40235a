import { expect, onTestFinished, test } from 'vitest'
import { hoarding } from '../../testing/steps/hoarders.ts'
import { expectInvariantsToHold } from '../../testing/payments.ts'
import type { Part } from '../../testing/payments.ts'
import { sampleOf } from '../../testing/sample.ts'
import { openShop } from '../../testing/shop.ts'
import { seedDemoCatalogue } from '../products/demo/demo-catalogue.ts'

/** 100 by `npm run hoarding`, for the table of decision 0093. */
const looks = Number(process.env['LOOKS'] ?? 10)
/** Attackers act every twelve minutes, and right before each look. */
const minutesBetweenActs = 12
const actsBetweenLooks = 3

const attacks: [string, number, { havePaid: boolean }][] = [
  ['one account that paid $62.50', 1, { havePaid: true }],
  ['three confirmed mailboxes', 3, { havePaid: false }],
  ['two accounts in turns', 2, { havePaid: false }],
  ['twenty accounts', 20, { havePaid: false }],
]

/** @shows P15, row-157 */
test.each(sampleOf('hoarding', attacks, ([name]) => name))(
  'in 95 of 100 looks a stranger buys ten units of each product that has twenty, while %s hoard',
  { timeout: 900_000 },
  async (name, count, { havePaid }) => {
    const shop = await openShop({ LIMITS: 'on' })
    onTestFinished(() => shop.close())
    await seedDemoCatalogue(shop.database.db)
    const { rows } = await shop.database.pool.query<Part>(
      `with counted as (
         select id, 20 - quantity as delta from products
         where minimum_order is null and pack_size is null and breaks is null order by price_cents limit 5
       ), moved as (
         insert into stock_movements (product_id, delta, reason)
         select id, delta, 'corrected' from counted where delta <> 0
       )
       update products set quantity = 20 from counted where products.id = counted.id
       returning products.id, name, price_cents / 100.0::float8 as price`,
    )
    const parts = [...rows, await shop.stock({ quantity: 20, price: 625 })]
    const { account, hoard, pass, canBuy, payOnce } = hoarding(shop, parts)
    const attackers = []
    for (let made = 0; made < count; made += 1) attackers.push(await account())
    if (havePaid) for (const attacker of attackers) await payOnce(attacker)

    let bought = 0
    for (let look = 0; look < looks; look += 1) {
      for (let act = 0; act < actsBetweenLooks; act += 1) {
        await pass(minutesBetweenActs)
        await hoard(attackers)
      }
      if (await canBuy(parts[look % parts.length]!)) bought += 1
    }
    if (process.env['LOOKS']) process.stdout.write(`${name}: ${bought} of ${looks}\n`)
    expect(bought).toBeGreaterThanOrEqual(Math.floor(looks * 0.95))
    await expectInvariantsToHold(shop)
  },
)
