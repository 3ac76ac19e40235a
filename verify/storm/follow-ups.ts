import { setTimeout as sleep } from 'node:timers/promises'
import { payments } from '#contract/payments.ts'
import { answerBank, confirmCard, transactionOf } from './card.ts'
import type { FollowUp, OrderPlan } from './plan.ts'
import { complain, openPayment, remove, report } from './steps.ts'
import type { Buyer, Ordered } from './steps.ts'

type Act = (buyer: Buyer, ordered: Ordered, plan: OrderPlan) => Promise<unknown>

/** What each kind of buyer does with an order of theirs. */
export const followUps: Record<FollowUp, Act> = {
  async pay(buyer, ordered, { pauseMs }) {
    const secret = await payAtProvider(buyer, ordered)
    await sleep(pauseMs)
    if (secret) await report(buyer, ordered, secret)
  },

  async 'pay with two cards at once'(buyer, ordered) {
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

  async 'pay after a question by the bank'(buyer, ordered, { pauseMs }) {
    const secret = await openPayment(buyer, ordered)
    if (!secret) return
    await confirmCard(buyer.provider, secret, 'pm_card_authenticationRequired')
    await sleep(pauseMs)
    await answerBank(buyer.provider, secret)
    await report(buyer, ordered, secret)
  },

  async 'pay in two windows'(buyer, ordered) {
    const opened = await Promise.all([openPayment(buyer, ordered), openPayment(buyer, ordered)])
    const secrets = opened.filter((secret) => secret !== undefined)
    await Promise.all(secrets.map((secret) => confirm(buyer, secret)))
    await Promise.all(secrets.map((secret) => report(buyer, ordered, secret)))
  },

  'pay and die': payAtProvider,

  async 'pay and report three times'(buyer, ordered) {
    const secret = await payAtProvider(buyer, ordered)
    if (!secret) return
    await Promise.all([1, 2, 3].map(() => report(buyer, ordered, secret)))
  },

  async 'pay when the hold has run out'(buyer, ordered, { pauseMs }) {
    const early = await openPayment(buyer, ordered)
    await sleep(buyer.holdMs + pauseMs)
    if (early) await confirm(buyer, early)
    const secret = await payAtProvider(buyer, ordered)
    if (secret) await report(buyer, ordered, secret)
  },

  async 'report the payment of somebody else'(buyer, ordered, { product }) {
    const others = buyer.journal.transactions.filter(({ email }) => email !== buyer.email)
    const stolen = others[Math.floor(product * others.length)]
    if (!stolen) return
    const answer = await buyer.client.call(payments.confirm, {
      params: { id: ordered.id },
      body: { order: ordered.id, transactionId: stolen.transactionId },
    })
    if (answer && answer.status !== 409) {
      complain(buyer, 'access', `${stolen.transactionId} of another was taken for ${ordered.id}`)
    }
  },

  async 'pay and delete at once'(buyer, ordered) {
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

/** Opens the payment and pays; the secret if the money has arrived. */
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
