/** Who the shop is, on its pages and in its mails. */
export const imprint = {
  name: 'Auto Parts',
  address: '100 Workshop Road, Springfield',
  /** Stands on every paper that goes with an order. */
  returns: 'Faulty goods exchanged within 7 days.',
} as const
