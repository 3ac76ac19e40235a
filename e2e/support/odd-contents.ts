import { randomUUID } from 'node:crypto'
import { createAccount, newPerson, openSession } from './api.ts'
import type { Part, Person } from './api.ts'
import type { Seed } from './seed.ts'

/** Contents that are as long, as large or as many as the shop allows. */
export interface OddContents {
  buyer: Person
  /** A long name, the highest price, the largest stock, and a price of the buyer's own. */
  part: Part
  /** A name without a blank. */
  word: Part
  /** In the names of all these parts. */
  mark: string
  make: string
  unpaid: string
  paid: string
}

const lineCount = 24
/** A word without a blank. */
export const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamten'

/** Within the 64 characters of a local part. */
const longEmail = () =>
  `maximiliane.mustermann-schwarzenberger.purchasing.${randomUUID().slice(0, 8)}@parts-wholesale-lower-saxony.example`

/** Creates a buyer and parts of odd contents, with a cart, an unpaid and a partly refunded order of 24 lines. */
export async function seedOddContents(seed: Seed): Promise<OddContents> {
  const buyer = { ...newPerson('Maximiliane Mustermannschwarzenberger'), email: longEmail() }
  await createAccount(buyer)
  const mark = `odd${randomUUID().slice(0, 6)}`
  const dear = { price: 999_999.99, quantity: 1_000_000 }
  const part = await seed.part({
    name: `Front bumper cover with grille ${mark}, fog lamp frames, parking sensors, washer holes and brackets for estates, left`,
    partNumber: `AP-${mark}-${'9'.repeat(27)}`,
    brand: 'Elektrizitaetenhauptbetriebswerkbau',
    breaks: [{ from: 100_000, price: 879_999.99 }],
    minimumOrder: 10_000,
    packSize: 10_000,
    sizeMm: '10000 × 10000 × 10000',
    inTheBox: 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft',
    weightGrams: 1_000_000,
    ...dear,
  })
  const word = await seed.part({
    name: `${longWord}${mark}`,
    quantity: 12,
    price: 2450,
  })
  const lines: Part[] = []
  for (let index = 0; index < lineCount; index++) {
    const name =
      index % 3 === 0
        ? `${'Elektrizitaetenhauptbetriebswerkbau'.repeat(2)} ${mark} ${index}`
        : `Wheel hub ${mark} ${46_498_600 + index}`
    lines.push(await seed.part({ name, quantity: 1_000_000, price: 1607.77 + index / 100 }))
  }
  // The account is there from its first session on.
  await (await openSession(buyer)).end()
  await seed.priceList(buyer, { percentOff: 12.5 })
  const make = await seed.fits(part, [
    { note: 'Only with the adaptive headlights of the second series' },
  ])
  const { unpaid, paid } = await seed.ordersOfLines(buyer, lines)
  await seed.refundPart(paid, 123_456.78, `${longWord} `.repeat(3).slice(0, 200))
  return { buyer, part, word, mark, make, unpaid, paid }
}
