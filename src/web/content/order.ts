/** Shown beside the part on the order page. */
export const facts = [
  { icon: 'shipping', title: 'Free Shipping', text: 'Free worldwide on orders above $100' },
  {
    icon: 'return',
    title: '7 Days easy return',
    text: 'Faulty goods exchanged within 7 days',
  },
  { icon: 'payment', title: 'Payment secure', text: 'Pay by card after you place the order' },
] as const

/** The steps of an order, shown below it. */
export const steps = [
  { title: 'Set the quantity', text: 'From the minimum order, up to what is available.' },
  {
    title: 'See the total',
    text: 'Unit price times quantity, plus any shipping. Nothing is added later.',
  },
  { title: 'Place the order', text: 'It’s saved in My Order as unpaid.' },
  { title: 'Pay by card', text: 'We ship your parts once payment is complete.' },
] as const
