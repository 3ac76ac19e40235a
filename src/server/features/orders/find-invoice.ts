import { sql } from 'kysely'
import type { CreditNote, Invoice, Tax } from '#contract/invoices/invoices.ts'
import { toDollars } from '#contract/shared/fields.ts'
import type { Db } from '../../db/index.ts'

/** The tax that the invoice of a row of `orders` says is in its prices; null without one. */
export const invoiceTax = sql<Tax | null>`(
  select json_build_object('name', tax_name, 'percent', tax_rate / 1000.0)
  from invoices join invoice_terms on invoice_terms.id = terms_id
  where invoices.order_id = orders.id and tax_rate is not null)`

/** The invoice of an order; undefined before its payment. */
export async function findInvoice(db: Db, orderId: string): Promise<Invoice | undefined> {
  const row = await db
    .selectFrom('invoices')
    .innerJoin('invoice_terms', 'invoice_terms.id', 'terms_id')
    .select(['number', 'issued_at', 'bill_to_name', 'bill_to_address'])
    .select(['bill_to_company', 'bill_to_tax_id'])
    .select(['seller_name', 'seller_address', 'seller_tax_id', 'tax_name', 'tax_rate'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!row) return undefined
  const { tax_name: name, tax_rate: rate } = row
  return {
    number: row.number,
    issuedAt: row.issued_at.toISOString(),
    seller: {
      name: row.seller_name,
      address: row.seller_address,
      ...(row.seller_tax_id !== null && { taxId: row.seller_tax_id }),
    },
    billTo: {
      ...(row.bill_to_company !== null && { company: row.bill_to_company }),
      ...(row.bill_to_tax_id !== null && { taxId: row.bill_to_tax_id }),
      ...(row.bill_to_name !== null && { name: row.bill_to_name }),
      ...(row.bill_to_address !== null && { address: row.bill_to_address }),
    },
    ...(name !== null && rate !== null && { tax: { name, percent: rate / 1000 } }),
  }
}

/** The credit notes of each of these orders that has any, oldest first. */
export async function findCreditNotes(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, CreditNote[]>> {
  const rows = await db
    .selectFrom('credit_notes')
    .select(['order_id', 'number', 'amount_cents', 'issued_at'])
    .where('order_id', 'in', orderIds)
    .orderBy('number')
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map(
    [...byOrder].map(([id, notes]) => [
      id,
      notes.map(({ number, amount_cents, issued_at }) => ({
        number,
        amount: toDollars(amount_cents),
        issuedAt: issued_at.toISOString(),
      })),
    ]),
  )
}

/** Refunded units of the lines of an order, by the number of the line. */
export async function findRefundedUnits(
  db: Db,
  orderId: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('partial_refund_lines')
    .innerJoin('partial_refunds', (join) =>
      join
        .onRef('partial_refunds.order_id', '=', 'partial_refund_lines.order_id')
        .onRef('partial_refunds.refund_no', '=', 'partial_refund_lines.refund_no'),
    )
    .select('line')
    .select(({ fn }) => fn.sum<number>('quantity').as('units'))
    .where('partial_refund_lines.order_id', '=', orderId)
    .where('refund_id', 'is not', null)
    .groupBy('line')
    .execute()
  return new Map(rows.map(({ line, units }) => [line, units]))
}
