import { sql } from 'kysely'
import { includedTax } from '#contract/invoices/invoices.ts'
import type { CreditNote, Tax } from '#contract/invoices/invoices.ts'
import type { Order } from '#contract/orders/orders.ts'
import { toDollars } from '#contract/shared/fields.ts'
import { taxOfTerms } from '#contract/invoices/document-sums.ts'
import { invoiceTax } from '../orders/find-invoice.ts'

interface StoredDocuments {
  invoice: number
  invoicedAt: string
  /** As in the history, which has no payment that came too late for its units. */
  paidAt: string | null
  terms: Tax | null
  notes: { number: number; cents: number; at: string }[] | null
}

/** The documents of a row of `orders`; null before its payment. */
export const documents = sql<StoredDocuments | null>`(
  select json_build_object('invoice', number, 'invoicedAt', issued_at,
    'paidAt', (
      select min(created_at) from order_events where order_id = orders.id and kind = 'paid'),
    'terms', ${invoiceTax},
    'notes', (
      select json_agg(json_build_object('number', note.number, 'cents', amount_cents,
        'at', note.issued_at) order by note.number)
      from credit_notes as note where note.order_id = orders.id))
  from invoices where invoices.order_id = orders.id)`

/** What the documents of an order say of it. */
export interface Papers {
  invoice: number
  invoicedAt: string
  paidAt: string
  notes: CreditNote[]
}

/** An order with what its documents say, and the tax that its invoice says is included in it. */
export function withPapers(
  order: Order,
  stored: StoredDocuments | null,
): Order & { papers: Papers | undefined } {
  if (!stored) return { ...order, papers: undefined }
  const { terms, notes, paidAt, invoice, invoicedAt } = stored
  const tax = order.tax ?? (terms ? taxOfTerms(terms, includedTax(order.price, terms)) : undefined)
  const papers = {
    invoice,
    invoicedAt,
    paidAt: paidAt ?? invoicedAt,
    notes: (notes ?? []).map(({ number, cents, at }) => ({
      number,
      amount: toDollars(cents),
      issuedAt: at,
    })),
  }
  return { ...order, ...(tax && { tax }), papers }
}
