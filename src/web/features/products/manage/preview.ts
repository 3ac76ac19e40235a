import type * as z from 'zod/mini'
import { factFields, productFields } from '#contract/product-fields.ts'
import type { FactField } from '#contract/product-fields.ts'
import type { NewProduct } from '#contract/products.ts'
import { quantityMin } from '#contract/shared/quantity.ts'
import type { Facts } from '#web/domain/product-facts.tsx'
import type { CardProduct } from '../catalogue/product-card.tsx'

type TypedProduct = z.input<typeof NewProduct>

/** The typed values as a product for the card. */
export const previewOf = (typed: TypedProduct): CardProduct => ({
  _id: 'preview',
  name: typed.name.trim() || 'New part',
  price: amountOf(typed.price),
  quantity: typed.quantity === '' ? quantityMin : amountOf(typed.quantity),
  description: typed.description.trim() || 'What it is, and what it fits.',
  img: typed.img,
  ...factsOf(typed),
})

const factsOf = (typed: TypedProduct): Facts =>
  Object.fromEntries(factFields.map((name) => [name, factOf(name, typed[name])]))

function factOf(name: FactField, typed: string | number = '') {
  const text = String(typed).trim()
  if (text === '') return undefined
  return productFields[name].stored === 'text' ? text : amountOf(text)
}

function amountOf(typed: string | number) {
  const amount = Number(typed)
  return Number.isFinite(amount) && amount > 0 ? amount : 0
}
