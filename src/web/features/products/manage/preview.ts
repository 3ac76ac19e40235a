import { quantityMin } from '#contract/shared/quantity.ts'
import type { CardProduct } from '../catalogue/product-card.tsx'

interface TypedProduct {
  name: string
  price: string | number
  quantity: string | number
  description: string
  img: string
  partNumber?: string | undefined
}

/** What is typed so far, as a product that the card can show. */
export const previewOf = (typed: TypedProduct): CardProduct => ({
  _id: 'preview',
  name: typed.name.trim() || 'New part',
  price: amountOf(typed.price),
  quantity: typed.quantity === '' ? quantityMin : amountOf(typed.quantity),
  description: typed.description.trim() || 'What it is, and what it fits.',
  img: typed.img,
  partNumber: typed.partNumber?.trim(),
})

function amountOf(typed: string | number) {
  const amount = Number(typed)
  return Number.isFinite(amount) && amount > 0 ? amount : 0
}
