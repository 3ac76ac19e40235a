import type * as z from 'zod/mini'
import { cardFacts, productFields } from '#contract/products/fields/product-fields.ts'
import type { CardFact } from '#contract/products/fields/product-fields.ts'
import { readLadder } from '#contract/prices/ladder.ts'
import type { NewProduct } from '#contract/products/products.ts'
import { smallestOrder } from '#contract/shared/quantity.ts'
import type { CardFacts } from '#web/domain/product-facts.tsx'
import type { CardProduct } from '../catalogue/product-card.tsx'

type TypedProduct = Omit<z.input<typeof NewProduct>, 'breaks'> & { breaks?: unknown }

/** The typed values as a product for the card. */
export const previewOf = (typed: TypedProduct): CardProduct => {
  const rules = {
    minimumOrder: amountOf(typed.minimumOrder ?? '') || undefined,
    packSize: amountOf(typed.packSize ?? '') || undefined,
  }
  return {
    // Nothing is asked about it.
    _id: '',
    name: typed.name.trim() || 'New part',
    price: amountOf(typed.price),
    breaks: typeof typed.breaks === 'string' ? readLadder(typed.breaks) : undefined,
    quantity: typed.quantity === '' ? smallestOrder(rules) : amountOf(typed.quantity),
    description: typed.description.trim() || 'What it is and what it fits.',
    img: typed.img,
    ...rules,
    ...factsOf(typed),
  }
}

const factsOf = (typed: TypedProduct): CardFacts =>
  Object.fromEntries(cardFacts.map((name) => [name, factOf(name, typed[name])]))

function factOf(name: CardFact, typed: string | number = '') {
  const text = String(typed).trim()
  if (text === '') return undefined
  return productFields[name].stored === 'text' ? text : amountOf(text)
}

function amountOf(typed: string | number) {
  const amount = Number(typed)
  return Number.isFinite(amount) && amount > 0 ? amount : 0
}
