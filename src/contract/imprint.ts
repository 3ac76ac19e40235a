/** Who the shop is, on its pages and in its mails. */
export const imprint = {
  name: 'Auto Parts',
  address: '100 Workshop Road, Springfield',
  phone: '+1 555 010 0100',
  mail: 'shop@autoparts.example',
} as const
