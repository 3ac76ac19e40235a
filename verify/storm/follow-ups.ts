import { setTimeout as sleep } from 'node:timers/promises'
import { payments } from '#contract/payments.ts'
import { completeChallenge, confirmCard, transactionOf } from './card-payments.ts'
import type { FollowUp, OrderPlan } from './plan.ts'
import { openPayment, remove, report, reportFinding } from './steps.ts'
import type { Buyer, Ordered } from './steps.ts'

type Step = (buyer: Buyer, ordered: Ordered, plan: OrderPlan) => Promise<unknown>

/** Actions after an order is placed, by kind of follow-up. */
export const followUps: Record<FollowUp, Step> = {
  async pay(buyer, ordered, { pauseMs }) {
    const secret = await payAtProvider(buyer, ordered)
    await sleep(pauseMs)
    if (secret) await report(buyer, ordered, secret)
  },

  async 'pay with two cards concurrently'(buyer, ordered) {
    const secret = await openPayment(buyer, ordered)
    if (!secret) return
    await Promise.all([
      confirm(buyer, secret, 'pm_card_visa'),
      confirm(buyer, secret, 'pm_card_mastercard'),
    ])
    await report(buyer, ordered, secret)
  },

  async 'pay after a declined card'(buyer, ordered) {
    const secret = await openPayment(buyer, ordered)
    if (!secret) return
    await confirmCard(buyer.provider, secret, 'pm_card_visa_chargeDeclined')
    await report(buyer, ordered, secret)
    if (await confirm(buyer, secret)) await report(buyer, ordered, secret)
  },

  async 'pay after a 3-D Secure challenge'(buyer, ordered, { pauseMs }) {
    const secret = await openPayment(buyer, ordered)
    if (!secret) return
    await confirmCard(buyer.provider, secret, 'pm_card_authenticationRequired')
    await sleep(pauseMs)
    await completeChallenge(buyer.provider, secret)
    await report(buyer, ordered, secret)
  },

  async 'pay in two windows'(buyer, ordered) {
    const opened = await Promise.all([openPayment(buyer, ordered), openPayment(buyer, ordered)])
    const secrets = opened.filter((secret) => secret !== undefined)
    await Promise.all(secrets.map((secret) => confirm(buyer, secret)))
    await Promise.all(secrets.map((secret) => report(buyer, ordered, secret)))
  },

  'pay without reporting': payAtProvider,

  async 'pay and report three times'(buyer, ordered) {
    const secret = await payAtProvider(buyer, ordered)
    if (!secret) return
    await Promise.all([1, 2, 3].map(() => report(buyer, ordered, secret)))
  },

  async 'pay after the reservation has expired'(buyer, ordered, { pauseMs }) {
    const early = await openPayment(buyer, ordered)
    await sleep(buyer.reservationMs + pauseMs)
    if (early) await confirm(buyer, early)
    const secret = await payAtProvider(buyer, ordered)
    if (secret) await report(buyer, ordered, secret)
  },

  async 'report the payment of another customer'(buyer, ordered, { product }) {
    const others = buyer.journal.transactions.filter(({ email }) => email !== buyer.email)
    const stolen = others[Math.floor(product * others.length)]
    if (!stolen) return
    const response = await buyer.client.call(payments.confirm, {
      params: { id: ordered.id },
      body: { order: ordered.id, transactionId: stolen.transactionId },
    })
    if (response && response.status !== 409) {
      reportFinding(buyer, 'access', `${stolen.transactionId} of another paid ${ordered.id}`)
    }
  },

  'pay with a card that is disputed': (buyer, ordered) =>
    payWith(buyer, ordered, 'pm_card_createDispute'),

  'pay with a card that causes an inquiry': (buyer, ordered) =>
    payWith(buyer, ordered, 'pm_card_createDisputeInquiry'),

  async 'pay and delete concurrently'(buyer, ordered) {
    const secret = await openPayment(buyer, ordered)
    if (!secret) return
    await Promise.all([confirm(buyer, secret), remove(buyer, ordered)])
    await report(buyer, ordered, secret)
  },

  delete: remove,

  async 'delete, then pay'(buyer, ordered) {
    const secret = await openPayment(buyer, ordered)
    await remove(buyer, ordered)
    if (secret && (await confirm(buyer, secret))) await report(buyer, ordered, secret)
  },

  abandon: async () => {},
  'abandon the payment': openPayment,
}

async function payWith(buyer: Buyer, ordered: Ordered, card: string) {
  const secret = await openPayment(buyer, ordered)
  if (secret && (await confirm(buyer, secret, card))) await report(buyer, ordered, secret)
}

/** Opens the payment and pays. Returns the client secret if the payment succeeded. */
async function payAtProvider(buyer: Buyer, ordered: Ordered): Promise<string | undefined> {
  const secret = await openPayment(buyer, ordered)
  return secret && (await confirm(buyer, secret)) ? secret : undefined
}

async function confirm(buyer: Buyer, secret: string, card = 'pm_card_visa'): Promise<boolean> {
  const isPaid = (await confirmCard(buyer.provider, secret, card)) === 'paid'
  const { email, journal } = buyer
  if (isPaid) journal.transactions.push({ transactionId: transactionOf(secret), email })
  return isPaid
}
