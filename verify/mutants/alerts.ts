import type { Mutant } from './mutant.ts'

const sending = 'src/server/features/alerts/send-stock-alerts.ts'
const alerts = 'src/server/features/alerts/stock-alerts.ts'
const owner = 'src/server/features/alerts/owner-mails.ts'
const lowStock = 'src/server/features/stock/low-stock.ts'

const alertsTest = 'src/server/features/alerts/stock-alerts.test.ts'
const ownerTest = 'src/server/features/alerts/owner-mails.test.ts'

/** Who gets mails about stock and paid orders, and how often. */
export const alertMutants: Mutant[] = [
  {
    guard: 'a back-in-stock mail goes to a confirmed address of an open account only',
    file: sending,
    find: 'sql`mailed_at is null and email_verified and deactivated_at is null`',
    replace: 'sql`mailed_at is null`',
    noticedBy: [alertsTest],
  },
  {
    guard: 'a back-in-stock alert causes one mail',
    file: sending,
    find: 'update stock_alerts set mailed_at = now()',
    replace: 'update stock_alerts set mailed_at = null',
    noticedBy: [alertsTest],
  },
  {
    guard: 'no more customers are mailed at a time than can order',
    file: sending,
    find: 'where place <= orders',
    replace: 'where place <= orders * 10',
    noticedBy: [alertsTest],
  },
  {
    guard: 'an account waits for a limited number of parts',
    file: alerts,
    find: 'if (others.length >= stockAlertsMax) {',
    replace: 'if (others.length > stockAlertsMax) {',
    noticedBy: [alertsTest],
  },
  {
    guard: 'an unsubscribe link ends the waits of its own account only',
    file: alerts,
    find: ".where('unsubscribe_token', '=', token)",
    replace: '',
    noticedBy: [alertsTest],
  },
  {
    guard: 'a refunded order is not in the sum of the mail to the owner',
    file: owner,
    find: 'notices.filter(({ isRefunded }) => !isRefunded)',
    replace: 'notices.filter(() => true)',
    noticedBy: [ownerTest],
  },
  {
    guard: 'a product is not mailed as low again until it is restocked',
    file: lowStock,
    find: 'where known.alerted_at is null',
    replace: 'where known.alerted_at is not null or known.alerted_at is null',
    noticedBy: [ownerTest],
  },
]
