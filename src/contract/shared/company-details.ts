/** Name and address of the shop, for pages and mails. */
export const companyDetails = {
  name: 'Auto Parts',
  address: '100 Workshop Road, Springfield',
  /** Printed on every document of an order. */
  returns: 'Faulty goods exchanged within 7 days.',
} as const
