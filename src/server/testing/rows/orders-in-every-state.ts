import { orders } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import { users } from '#contract/users.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { expireReservations, processRefunds } from '../../features/payments/jobs.ts'
import { settle } from '../../features/payments/settle.ts'
import { disputeSteps } from '../disputes.ts'
import { paymentSteps } from '../payments.ts'
import type { TestShop } from '../shop.ts'

/** Creates orders in every state through the API. */
export async function createOrdersInEveryState(shop: TestShop) {
  const steps = paymentSteps(shop)
  const disputes = disputeSteps(shop)
  const mia = await shop.signIn()
  const ada = await shop.signIn({ name: 'Ada', isAdmin: true })
  const ben = await shop.signIn({ name: 'Ben' })
  await shop.call(ada, users.promote, { params: { email: ben.email } })

  const pay = async (ordered: Awaited<ReturnType<typeof steps.order>>) => {
    const intentId = await steps.payAtProvider(mia, ordered)
    await steps.report(mia, ordered.id, intentId)
    return ordered
  }
  /** Pays with an intent that the shop did not create. */
  const payElsewhere = async ({ id, total }: { id: string; total: number }) => {
    const { id: intentId } = await shop.stripe.paymentIntents.create({
      amount: total * 100,
      currency: 'usd',
      metadata: { order: id, round: '1' },
    })
    await shop.confirmCard(intentId)
    return settle(shop.shop, intentId)
  }
  const lapse = async ({ id }: { id: string }) => {
    await steps.expire(id)
    await expireReservations(shop.shop)
  }

  await steps.order(mia)
  const deleted = await steps.order(mia)
  await steps.openIntent(mia, deleted)
  await steps.remove(mia, deleted.id)
  const shipped = await pay(await steps.order(mia))
  await shop.call(ben, manageOrders.ship, { params: { id: shipped.id } })
  const archived = await pay(await steps.order(mia))
  await shop.call(ada, products.remove, { params: { id: archived.part.id } })

  const dearer = await steps.order(mia)
  await steps.query('update products set price_cents = price_cents + 1 where id = $1', [
    dearer.part.id,
  ])
  await lapse(dearer)

  const heldAgain = await steps.order(mia)
  await lapse(heldAgain)
  await pay(heldAgain)

  const twice = await pay(await steps.order(mia))
  await payElsewhere(twice)

  for (const isShipped of [false, true]) {
    const returned = await pay(await steps.order(mia))
    if (isShipped) await shop.call(ben, manageOrders.ship, { params: { id: returned.id } })
    const { transactionId } = await steps.read(mia, returned.id)
    await shop.stripe.refunds.create({ payment_intent: String(transactionId) })
    await settle(shop.shop, String(transactionId))
  }

  for (const [inquiry, verdict] of [
    [true, undefined],
    [false, undefined],
    [false, 'winning_evidence'],
    [false, 'losing_evidence'],
  ] as const) {
    const { intentId } = await disputes.paidOrder(mia)
    await disputes.open(intentId, { inquiry })
    await disputes.receive(intentId, 'created')
    if (verdict) await disputes.conclude(intentId, verdict)
  }

  const soldOut = await steps.order(mia, { stock: 10 })
  await lapse(soldOut)
  await shop.call(
    mia,
    orders.place,
    {
      body: {
        product: soldOut.part.id,
        name: soldOut.part.name,
        quantity: 10,
        price: soldOut.total,
      },
    },
    { idempotencyKey: 'the-last-ten' },
  )
  await payElsewhere(soldOut)
  await processRefunds(shop.shop)
}
