import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { connect, openBrowser, sandboxForTest, webhookEndpoint } from '../testing.ts'

async function payWith(stripe: Stripe, card: string) {
  const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
  return stripe.paymentIntents.confirm(id, { payment_method: card })
}

async function disputedPayment(stripe: Stripe, card = 'pm_card_createDispute') {
  const { id } = await payWith(stripe, card)
  const { data } = await stripe.disputes.list({ payment_intent: id })
  return { intent: id, dispute: data[0]! }
}

const evidence = (uncategorized_text: string) => ({ evidence: { uncategorized_text } })

test('the card 4000 0000 0000 0259 is disputed after it has paid', async () => {
  const { url, types } = await webhookEndpoint()
  const stripe = connect(await sandboxForTest({ webhookUrl: url }))
  const { intent, dispute } = await disputedPayment(stripe)
  expect(dispute).toMatchObject({
    amount: 1000,
    payment_intent: intent,
    status: 'needs_response',
    is_charge_refundable: false,
  })
  expect(await stripe.disputes.retrieve(dispute.id)).toEqual(dispute)
  const { latest_charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge'],
  })
  expect(latest_charge).toMatchObject({ disputed: true, amount_refunded: 0 })
  expect((await types(4)).toSorted()).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'payment_intent.created',
    'payment_intent.succeeded',
  ])
})

test.each([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
  ['a letter', 'under_review'],
])('evidence %s makes a dispute %s', async (text, status) => {
  const stripe = connect(await sandboxForTest())
  const { dispute } = await disputedPayment(stripe)
  expect(await stripe.disputes.update(dispute.id, evidence(text))).toMatchObject({ status })
})

test('a lost dispute is won by an appeal, and an accepted one is lost', async () => {
  const stripe = connect(await sandboxForTest())
  const { dispute } = await disputedPayment(stripe)
  expect((await stripe.disputes.close(dispute.id)).status).toBe('lost')
  const again = stripe.disputes.update(dispute.id, evidence('a letter'))
  await expect(again).rejects.toThrow('already closed')
  expect((await stripe.disputes.update(dispute.id, evidence('winning_evidence'))).status).toBe(
    'won',
  )
})

test('a disputed payment is refunded only after the dispute is won', async () => {
  const stripe = connect(await sandboxForTest())
  const { intent, dispute } = await disputedPayment(stripe)
  const refund = () => stripe.refunds.create({ payment_intent: intent })
  await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' })
  await stripe.disputes.update(dispute.id, evidence('losing_evidence'))
  await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' })
  await stripe.disputes.update(dispute.id, evidence('winning_evidence'))
  expect((await refund()).amount).toBe(1000)
})

test('an inquiry withdraws nothing; a full refund closes it', async () => {
  const stripe = connect(await sandboxForTest())
  const { intent, dispute } = await disputedPayment(stripe, 'pm_card_createDisputeInquiry')
  expect(dispute).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true })
  await stripe.refunds.create({ payment_intent: intent })
  expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('warning_closed')
})

test('an escalated inquiry is a dispute', async () => {
  const stripe = connect(await sandboxForTest())
  const { dispute } = await disputedPayment(stripe, 'pm_card_createDisputeInquiry')
  const escalated = await stripe.disputes.update(dispute.id, evidence('escalate_inquiry_evidence'))
  expect(escalated).toMatchObject({ status: 'needs_response', is_charge_refundable: false })
})

test('a developer decides disputes on a page', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  const visit = openBrowser(sandbox)
  expect((await visit('/disputes')).page).toContain('No payment is disputed.')
  const { intent, dispute } = await disputedPayment(stripe)
  const { page } = await visit('/disputes')
  expect(page).toContain(intent)
  expect(page).not.toContain('Escalate')
  const after = await visit(`/disputes/${dispute.id}`, { evidence: 'winning_evidence' })
  expect(after.page).toContain('<h2>won</h2>')
  expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('won')
})
