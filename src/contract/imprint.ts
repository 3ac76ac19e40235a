/** Who the shop is, on its pages and in its mails. */
export const imprint = {
  name: 'Auto Parts',
  address: '100 Workshop Road, Springfield',
} as const
