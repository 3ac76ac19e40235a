import { expect, test } from 'vitest'
import { lowStockMail, paidOrdersMail } from './mails.ts'

const owner = { to: 'owner@shop.example', origin: 'https://parts.example' }

/** @shows row-121 */
test('counts of a thousand and more are grouped in mails to the owner', () => {
  const part = { id: 'p', name: 'Seal', partNumber: null, quantity: 1500, waiting: 2000 }
  const low = lowStockMail(
    Array.from({ length: 1234 }, () => part),
    owner,
  )
  expect(low.subject).toBe('Low stock: 1,234 products are running out')
  expect(low.facts?.[0]?.rows[0]?.[1]).toBe('1,500; 2,000 customers wait')
  expect(low.closing).toMatch(/^And 1,\d{3} more\.$/)
  const order = {
    id: '01a2238b-e4a6-7846-8e42-c202771b1c04',
    product: 'Seal',
    partNumber: null,
    quantity: 1,
    totalCents: 100,
    hasAddress: true,
  }
  const paid = paidOrdersMail(
    Array.from({ length: 1234 }, () => order),
    owner,
  )
  expect(paid.subject).toBe('1,234 new paid orders: $1,234.00')
})
