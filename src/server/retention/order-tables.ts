import type { StoredTable } from './stored-table.ts'

const withOrder = () => 'as long as the order'

/** Orders and what belongs to them. */
export const orderTables: Readonly<Record<string, StoredTable>> = {
  orders: {
    title: 'Orders',
    personal: [
      'email',
      'delivery_name',
      'delivery_phone',
      'delivery_address',
      'delivery_place',
      'reference',
    ],
    other: [
      'user_id',
      'name',
      'parts',
      'status',
      'transaction_id',
      'dispute',
      'ship_actor',
      'carrier',
      'tracking_number',
      'tax',
    ],
    kept: ({ orderYears, erasedOrderDays }) =>
      `name, phone and addresses: ${orderYears} after the last event of an order, or ${erasedOrderDays} after shipping if the account is erased, and as long as its payment is disputed; the rest stays for the books`,
    whenErased:
      'the email address is removed at once; the delivery address of a paid order stays until it is shipped or refunded, and no dispute is open',
    rows: { of: 'user_id = $1', key: ['id'], withheld: ['ship_actor'] },
  },
  order_lines: {
    personal: [],
    other: ['name', 'img', 'part_number', 'vehicle', 'verdict', 'price_from', 'ordered_as'],
    rows: 'orderRows',
  },
  invoices: {
    title: 'Invoices',
    personal: ['bill_to_name', 'bill_to_company', 'bill_to_tax_id', 'bill_to_address'],
    kept: ({ orderYears }) =>
      `name, company, tax id and address of the buyer: ${orderYears} after the last event of an order; the rest stays for the books`,
    whenErased: 'name, company, tax id and address are removed at once',
    rows: 'orderRows',
  },
  invoice_terms: {
    personal: [],
    other: ['seller_name', 'seller_address', 'seller_tax_id', 'tax_name'],
  },
  order_events: {
    title: 'History of orders',
    personal: ['actor'],
    other: ['kind', 'details'],
    kept: withOrder,
    whenErased: 'stays: it names accounts by their id',
    rows: 'orderRows',
  },
  order_mails: {
    personal: [],
    other: ['kind', 'reference', 'details'],
    rows: 'orderRows',
  },
  order_mail_progress: { personal: [] },
  order_mail_pauses: { personal: [], other: ['user_id', 'kind'] },
  owner_notices: { personal: [], rows: 'orderRows' },
  payment_intents: { personal: [], other: ['intent_id', 'status'], rows: 'orderRows' },
  refunds: { personal: [], other: ['intent_id', 'reason', 'refund_id'], rows: 'orderRows' },
  partial_refunds: {
    title: 'Partial refunds',
    personal: ['actor'],
    other: ['intent_id', 'note', 'refund_id'],
    kept: withOrder,
    whenErased: 'stays: it names accounts by their id',
    rows: 'orderRows',
  },
  partial_refund_lines: { personal: [], rows: 'orderRows' },
  credit_notes: { personal: [], other: ['refund_id'], rows: 'orderRows' },
  disputes: {
    personal: [],
    other: ['id', 'intent_id', 'state', 'status', 'reason'],
    rows: 'orderRows',
  },
  shipment_events: {
    title: 'History of shipments',
    personal: ['actor'],
    other: ['kind', 'details'],
    kept: withOrder,
    whenErased: 'stays: it names accounts by their id',
    rows: 'orderRows',
  },
  dispute_events: { personal: [], other: ['dispute_id', 'state'], rows: 'orderRows' },
  stock_movements: { personal: [], other: ['reason'] },
  webhook_events: {
    personal: [],
    other: ['id', 'type', 'intent_id', 'last_error'],
    expired: () => `processed_at < now() - interval '90 days'`,
  },
}
