import { expect, test } from 'vitest'
import { clockIn } from '#contract/formats/clock.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import { orderMail } from './mail-templates.ts'
import type { OrderNotice } from './mail-templates.ts'

const origin = 'https://shop.example'
const site = { origin, clock: clockIn('America/Chicago') }
const reader = { email: 'mia@shop.example', name: 'Mia' }
const line = {
  name: 'Taillight, left',
  partNumber: null,
  quantity: 20,
  unitPriceCents: 1879,
  listPriceCents: null,
  priceFrom: null,
  vehicle: null,
  verdict: null,
}
const order: OrderNotice = {
  id: '019aa97a-6d17-7c3e-9b1f-5f0f00c0ffee',
  kind: 'placed',
  details: {},
  lines: [line],
  buyerReference: null,
  shippingCents: 0,
  totalCents: 37_580,
  status: 'unpaid',
  heldUntil: new Date('2026-11-22T04:30:00Z'),
  transactionId: null,
  tracking: null,
}

const written = (...all: [OrderNotice, ...OrderNotice[]]) =>
  renderMail(orderMail(reader, all, site), origin)

/** The visible text of the HTML. */
const readable = (html: string) =>
  html
    .replace(/^[^]*<body/, '<body')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const paid = { status: 'paid', heldUntil: null, transactionId: 'pi_31' } as const

/** @shows row-68 */
test.each<[Partial<OrderNotice>, string, string]>([
  [
    { kind: 'placed' },
    'We’re holding these items until Nov 21, 2026, 22:30 CST. You can cancel until you pay.',
    'payment',
  ],
  [{ kind: 'lapsed', heldUntil: null }, 'wasn’t paid in time', 'payment'],
  [
    { kind: 'lapsed', heldUntil: null, details: { reserved: false } },
    'It isn’t reserved. Pay now to get these parts while they’re in stock.',
    'payment',
  ],
  [
    { kind: 'paid', ...paid },
    'We’ve received your payment of $375.80. We’ll email you when it ships.',
    'invoice',
  ],
  [{ kind: 'shipped', ...paid, status: 'shipped' }, 'is on the way to you', 'invoice'],
  [
    { kind: 'refunded', ...paid, status: 'refunded' },
    'We’ve refunded $375.80 to your card.',
    'myOrder',
  ],
  [{ kind: 'partly-refunded', ...paid, details: { cents: 1050 } }, '$10.50 in all', 'myOrder'],
])('text and HTML of %j contain the same facts', (change, sentence, page) => {
  const mail = written({ ...order, ...change })
  const path = page === 'myOrder' ? page : `${page}/${order.id}`
  const facts = [
    sentence,
    'Order 00c0ffee',
    // A partial refund has a text of its own.
    ...(change.kind === 'partly-refunded' ? [] : ['Taillight, left', '20 units', '$18.79']),
    '$375.80',
    `${origin}/dashboard/${path}`,
    'Hello Mia,',
    'You’re receiving this email because',
    'Auto Parts, 100 Workshop Road, Springfield',
    ...(change.transactionId ? [change.transactionId] : []),
  ]
  const parts = [mail.text, readable(mail.html)]
  expect(facts.map((fact) => parts.map((part) => part.includes(fact)))).toEqual(
    facts.map(() => [true, true]),
  )
  expect(mail.subject).toContain('order 00c0ffee')
})

test.each([
  ['out-of-stock', 'The items sold out before your payment arrived'],
  ['paid-twice', 'This order was paid twice. It stays paid.'],
  ['by-owner', 'We’ve refunded $375.80 to your card. It may take a few days to appear.'],
])('a refund mail contains the reason: %s', (reason, sentence) => {
  const mail = written({ ...order, ...paid, kind: 'refunded', details: { reason } })
  expect([mail.text, readable(mail.html)]).toEqual([
    expect.stringContaining(sentence),
    expect.stringContaining(sentence),
  ])
})

/** @shows row-92 */
test('after a lost dispute the mail says that the bank has returned the payment', () => {
  const { subject, text, html } = written({
    ...order,
    ...paid,
    status: 'refunded',
    kind: 'refunded',
    details: { reason: 'charged-back' },
  })
  expect(subject).toBe('Charged back: your order 00c0ffee')
  for (const part of [text, readable(html)]) {
    expect(part).toContain('has returned $375.80 to you')
    expect(part).not.toContain('refunded')
  }
})

/** @shows row-166 */
test('a lower unit price is written with its origin and the list price, of one part or several', () => {
  const lower = { ...line, listPriceCents: 2373, priceFrom: 'from 100' }
  for (const lines of [[lower], [lower, line]]) {
    const { text, html } = written({ ...order, lines })
    for (const part of [text, readable(html)]) {
      expect(part).toContain('$18.79 (from 100, list price $23.73)')
    }
  }
  expect(written(order).text).not.toContain('list price')
})

test('the shipping cost is listed above the total unless it is free', () => {
  const charged = written({
    ...order,
    lines: [{ ...line, unitPriceCents: 200 }],
    shippingCents: 490,
    totalCents: 4490,
  })
  expect(charged.text).toMatch(/Shipping: \$4\.90\nTotal: \$44\.90/)
  expect(readable(charged.html)).toMatch(/Shipping\s+\$4\.90\s+Total\s+\$44\.90/)
  const { text, html } = written(order)
  expect([text, readable(html)].filter((part) => part.includes('Shipping'))).toEqual([])
})

/** @shows row-204 */
test.each(['paid', 'shipped'] as const)(
  'a mail about a %s order names its delivery address',
  (kind) => {
    const deliverTo = 'Mia\n1 Test Street\nSpringfield, IL 62701\n+1 555 010 0100'
    const mail = written({ ...order, ...paid, kind, status: kind, deliverTo })
    for (const part of [mail.text, readable(mail.html)]) {
      expect(part).toMatch(
        /Deliver to:?\s+Mia, 1 Test Street, Springfield, IL 62701, \+1 555 010 0100/,
      )
    }
    expect(written({ ...order, deliverTo }).text).not.toContain('Deliver to')
  },
)

/** @shows row-128 */
test('an order of several parts shows sixty of them, and where the others are', () => {
  const lines = Array.from({ length: 63 }, (_, n) => ({ ...line, name: `Part ${n + 1}` }))
  const { text } = written({ ...order, lines, buyerReference: 'PO-2231' })
  expect(text).toContain('Your order number: PO-2231')
  expect(text).toContain(
    `Part 60: 20 × $18.79\nFurther parts: 3 more, all of them on ${origin}/dashboard/myOrder\nTotal: `,
  )
  expect(text).not.toContain('Part 61')
})

/** @shows row-209 */
test('a mail about a shipment of many parts begins with its tracking', () => {
  const lines = Array.from({ length: 24 }, (_, n) => ({ ...line, name: `Part ${n + 1}` }))
  const tracking = { carrier: 'ups', number: '1Z999AA10123456784' } as const
  const { text } = written({ ...order, ...paid, kind: 'shipped', lines, tracking })
  expect(text.indexOf('Tracking: ')).toBeGreaterThan(0)
  expect(text.indexOf('Tracking: ')).toBeLessThan(text.indexOf('Part 1: '))
})

/** @shows row-209 */
test('a mail about a partial refund names credit note, units and amount, and no other part', () => {
  const lines = Array.from({ length: 24 }, (_, n) => ({ ...line, name: `Part ${n + 1}` }))
  const { text } = written({
    ...order,
    ...paid,
    kind: 'partly-refunded',
    lines,
    details: { cents: 5000, amount: 3758 },
    creditNotes: [{ number: 31, cents: 3758, lines: [{ name: 'Part 7', quantity: 2 }] }],
  })
  expect(text).toContain(
    'Credit note 31: $37.58\nPart 7: 2 units refunded\nRefunded in all: $50.00\nPaid: $375.80\n',
  )
  expect(text).not.toContain('Part 8')
})

/** @shows row-188 */
test('a mail names the number that a part was ordered by', () => {
  const found = { ...line, orderedAs: '1K0 698 151' }
  const one = written({ ...order, lines: [found] })
  for (const part of [one.text, readable(one.html)]) {
    expect(part).toMatch(/Ordered as:?\s+1K0 698 151/)
  }
  const { text } = written({ ...order, lines: [found, { ...line, name: 'Door rubber' }] })
  expect(text).toContain(
    'Taillight, left: 20 × $18.79, ordered as 1K0 698 151\nDoor rubber: 20 × $18.79\n',
  )
})

/** @shows row-146 */
test('a mail says for which car a part was ordered, and whether it fits', () => {
  const golf = { ...line, vehicle: '2014 Volkswagen Golf', verdict: 'does-not-fit' as const }
  const one = written({ ...order, lines: [golf] })
  for (const part of [one.text, readable(one.html)]) {
    expect(part).toMatch(/For:?\s+2014 Volkswagen Golf — does not fit/)
  }
  const { text } = written({ ...order, lines: [golf, { ...line, name: 'Door rubber' }] })
  expect(text).toContain(
    'Taillight, left: 20 × $18.79, for 2014 Volkswagen Golf — does not fit\nDoor rubber: 20 × $18.79\n',
  )
})

test('several orders are one mail with their sum', () => {
  const other = {
    ...order,
    id: '019aa97a-6d17-7c3e-9b1f-5f0f0badcafe',
    lines: [{ ...line, name: 'Door rubber' }],
  }
  const mail = written(order, other)
  expect(mail.subject).toBe('Your 2 orders at Auto Parts')
  for (const part of [mail.text, readable(mail.html)]) {
    expect(part).toContain('Order 00c0ffee')
    expect(part).toContain('Order 0badcafe')
    expect(part).toContain('Door rubber')
    expect(part).toContain(`${origin}/dashboard/myOrder`)
  }
})

/** @shows row-68, row-120 */
test('orders that wait for payment are listed with sum, reservation and payment link of each', () => {
  const other = {
    ...order,
    id: '019aa97a-6d17-7c3e-9b1f-5f0f0badcafe',
    totalCents: 1_293_180,
    heldUntil: new Date('2026-11-22T05:00:00Z'),
  }
  const mail = written(order, other)
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('We’re holding these items until Nov 21, 2026, 22:30 CST or longer.')
    expect(part).toContain('Total to pay: $13,307.60.')
    expect(part).toContain('$12,931.80')
    for (const { id } of [order, other]) {
      expect(part).toContain(`${origin}/dashboard/payment/${id}`)
    }
  }
  expect(mail.text).toMatch(/Reserved until: Nov 21, 2026, 23:00 CST\nPay now: /)
  expect(readable(written(order).html)).not.toContain('Reserved until')
})

/** @shows row-68 */
test('the name of a product is escaped in HTML', () => {
  const product = `<img src=x onerror=alert(1)>\n\nHello "you" & 'me',\n</td><script>x</script>`
  const { subject, text, html } = written({ ...order, lines: [{ ...line, name: product }] })
  expect(html).not.toMatch(/<img|<script/)
  expect(text).toContain(
    `Product: <img src=x onerror=alert(1)> Hello "you" & 'me', </td><script>x</script>\n`,
  )
  expect(readable(html)).toContain(`Hello "you" & 'me', </td><script>x</script>`)
  expect(subject).not.toContain('Hello')
})

test('a mail loads no resources and runs no script', () => {
  const { html } = written(order)
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i)
})
