import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { companyDetails } from '#contract/shared/company-details.ts'
import type { Config } from '../../config/config.ts'
import type { Schema } from '../../db/schema.ts'

/** Prints on the invoices of today. */
type Terms = Pick<Config, 'TAX_NAME' | 'TAX_PERCENT' | 'SELLER_TAX_ID'>

/**
 * Issues the invoice of an order in the transaction that pays it, with the buyer's name and address and the terms of
 * this moment. Called last: simultaneous payments wait here for each other, so that numbers have no gaps.
 */
export async function issueInvoice(
  trx: Transaction<Schema>,
  orderId: string,
  { TAX_NAME, TAX_PERCENT, SELLER_TAX_ID }: Terms,
) {
  const { name, address } = companyDetails
  await sql`
    select issue_invoice(${orderId}::uuid, ${name}::text, ${address}::text, ${SELLER_TAX_ID ?? null}::text,
      ${TAX_NAME ?? null}::text, ${TAX_PERCENT === undefined ? null : Math.round(TAX_PERCENT * 1000)}::integer)`.execute(
    trx,
  )
}
