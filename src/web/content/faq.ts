import { shop } from './shop.ts'

const officeHours = shop.hours
  .map(({ days, opens, closes }) => `${days} ${opens}-${closes}`)
  .join(' and ')

/** Questions shown on About and Contact. */
export const faq = [
  {
    _id: 'shipping-charge',
    title: 'Is there a shipping charge?',
    description:
      'Shipping is free for some locations, and everywhere else the charge is very small. Orders above $100 ship free worldwide. Any charge is shown in the total before you order.',
  },
  {
    _id: 'how-to-order',
    title: 'How do I order?',
    description:
      'Choose a part and enter how many you need: the minimum order is ten units of one part. Pay for the order by card, and then the parts are sent to you.',
  },
  {
    _id: 'payment-security',
    title: 'Is my payment secure?',
    description:
      'Yes. Your card details stay hidden from us: they go straight to the payment provider, which tells us only that an order has been paid and under which transaction id.',
  },
  {
    _id: 'after-sales-support',
    title: 'Is there support after the sale?',
    description: `Yes. Online support answers 24 hours a day, seven days a week. Phone and in-store support is available during office hours: ${officeHours}.`,
  },
] as const
