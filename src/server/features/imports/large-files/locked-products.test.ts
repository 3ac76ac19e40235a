import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { holdLock } from '../../../testing/held-lock.ts'
import { fileOf } from '../../../testing/steps/import-actions.ts'
import { placeLines } from '../../../testing/order-lines.ts'
import { expectInvariantsToHold, openPayments } from '../../../testing/payments.ts'
import { importerOf } from '../../../testing/steps/importer.ts'
import type { ImportKind } from '#contract/imports/imports.ts'

const { shop, steps } = await openPayments()
const anna = await shop.signIn({ isAdmin: true })
const [account] = await steps.query('select id from users where email = $1', [anna.email])

/** Parts by their ids, each with a number, and a part that may replace them. */
async function fourParts() {
  const parts = []
  for (let n = 0; n < 4; n += 1) {
    const partNumber = `LOCK-${crypto.randomUUID().slice(0, 12)}`.toUpperCase()
    parts.push({ ...(await shop.stock({ partNumber })), partNumber })
  }
  const [successor, ...sorted] = parts.toSorted((one, other) => one.id.localeCompare(other.id))
  return { parts: sorted, successor: successor! }
}

type Parts = Awaited<ReturnType<typeof fourParts>>

/** A file that changes the rows of these parts, the last one first. */
const files: Readonly<Record<ImportKind, (parts: Parts) => string>> = {
  products: ({ parts }) =>
    fileOf(
      parts
        .toReversed()
        .map(({ partNumber }) => ({ 'Part number': partNumber, Description: 'Another one' })),
    ),
  numbers: ({ parts, successor }) =>
    fileOf(
      parts.toReversed().map(({ partNumber }) => ({
        'Part number': partNumber,
        Kind: '',
        Number: '',
        'Replaced by': successor.partNumber,
      })),
    ),
  fitments: ({ parts }) =>
    fileOf(
      parts.toReversed().map(({ partNumber }) => ({ 'Part number': partNumber, Universal: 'yes' })),
    ),
}

// While the middle part is locked, the order and the import have locked those that each takes first. In any other order
// than that of the ids the two would wait for each other afterwards.
/** @shows row-197, asvs-2.3.3 */
test.each(['products', 'numbers', 'fitments'] as const)(
  'an order of parts and an import of %s about them do not deadlock, nor do the order and the undo',
  async (kind) => {
    const made = await fourParts()
    const { check, request } = importerOf(kind, shop.database, String(account?.['id']))
    const id = await check(Readable.from([Buffer.from(files[kind](made))]))
    for (const what of ['apply', 'undo'] as const) {
      const buyer = await shop.signIn()
      const work = await request(what, id)
      const middle = 'select from products where id = $1 for no key update'
      const held = await holdLock(shop, middle, [made.parts[1]!.id])
      const wanted = made.parts.map((part) => [part, 10] as const)
      const working = work()
      await held.areWaiting(1)
      const placing = placeLines(shop, buyer, wanted)
      await held.areWaiting(2)
      await held.release()
      const [{ status }] = await Promise.all([placing, working])
      expect({ what, status }).toEqual({ what, status: 200 })
    }
    await expectInvariantsToHold(shop)
  },
)
