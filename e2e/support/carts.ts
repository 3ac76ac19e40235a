import { openSession } from './api.ts'
import type { Part, Person } from './api.ts'

/** Adds units to the cart of an account, as another device does. */
export async function fillCart(person: Person, ...lines: readonly [Part, number][]) {
  const session = await openSession(person)
  await session.send('POST', '/cart/lines', {
    how: 'add',
    lines: lines.map(([{ id, price }, quantity]) => ({ product: id, quantity, seenPrice: price })),
  })
  await session.end()
}

export async function removeFromCart(person: Person, { id, price }: Part) {
  const session = await openSession(person)
  await session.send('PUT', '/cart/lines', {
    lines: [{ product: id, quantity: 0, seenPrice: price }],
  })
  await session.end()
}
