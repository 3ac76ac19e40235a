import type { Mutant } from './mutant.ts'

const shipping = 'src/server/features/manage-orders/ship-order.ts'
const finishing = 'src/server/features/manage-orders/finish-shipments.ts'
const asking = 'src/server/features/order-mails/address-mail.ts'
const checks = 'src/server/db/migrations/0062-fewer-order-checks.sql'

const undoTest = 'src/server/features/manage-orders/undo-shipping.test.ts'
const detailsTest = 'src/server/features/manage-orders/shipment-details.test.ts'

/** Shipments that can be undone, and what is written to their customers. */
export const shipmentMutants: Mutant[] = [
  {
    guard: 'a shipment is not undone once it is due',
    file: shipping,
    find: `    if ((order.seconds_to_undo ?? 0) <= 0) throw new AppError('mail-sent')\n`,
    replace: '',
    noticedBy: [undoTest],
  },
  {
    guard: 'a shipment is not undone once the customer is written to',
    file: shipping,
    find: `    if (order.status === 'shipped') throw new AppError('mail-sent')\n`,
    replace: '',
    noticedBy: [undoTest],
  },
  {
    guard: 'a second press does not prolong the time to undo',
    file: shipping,
    find: '    if (isBeingShipped(order)) {\n',
    replace: '    if (false) {\n',
    noticedBy: [undoTest],
  },
  {
    guard: 'nobody is written to while a shipment can be undone',
    file: finishing,
    find: `        .where('ship_due_at', '<=', sql<Date>\`now()\`)\n`,
    replace: `        .where('ship_due_at', 'is not', null)\n`,
    noticedBy: [undoTest],
  },
  {
    guard: 'several nodes finish a shipment once',
    file: finishing,
    find: '        .forUpdate()\n        .skipLocked()\n',
    replace: '',
    noticedBy: [undoTest],
  },
  {
    guard: 'an order that was refunded meanwhile is not shipped',
    file: finishing,
    find: `  const isPaid = status === 'paid' && actor !== null\n`,
    replace: `  const isPaid = status !== 'never' && actor !== null\n`,
    noticedBy: [undoTest],
  },
  {
    guard: 'an order that is disputed meanwhile is not shipped',
    file: finishing,
    find: '  if (isPaid && !isHeldByDispute(order)) {\n',
    replace: '  if (isPaid) {\n',
    noticedBy: [undoTest],
  },
  {
    guard: 'a customer is asked for a delivery address once',
    file: asking,
    find: `    .where('address_asked_at', 'is', null)\n`,
    replace: '',
    noticedBy: [detailsTest],
  },
  {
    guard: 'CHECK: a tracking number has no characters that change a link',
    file: checks,
    find: `    and tracking_number ~ '^[A-Za-z0-9-]{1,40}$'\n`,
    replace: '',
    noticedBy: [detailsTest],
  },
]
