import { specifiedTexts } from './specified-texts.ts'

export const hero = {
  eyebrow: 'Wholesale and retail',
  title: specifiedTexts.home.title,
  text: 'Door rubbers, taillight assemblies, quarter panels and engines. Clear stock and prices, from ten units up.',
  drawing:
    'Exploded drawing of a car with numbered parts: 1 engine, 2 door rubber, 3 door, 4 quarter panel, 5 taillight assembly, 6 brake disc',
  legend: ['Engine', 'Door rubber', 'Door', 'Quarter panel', 'Taillight assembly', 'Brake disc'],
} as const

// specification: 'offer $18.79 for each 100-unit order'
export const offer = {
  title: 'Jump starter with compressor',
  text: 'For every 100-unit order. No shipping charge.',
  smallOrders: 'Smaller orders pay the other price, from ten units up.',
  price: '$18.79',
  oldPrice: '$23.73',
  picture: '/parts/jump-starter.svg',
} as const

// specification: 'Four service promises'
export const promises = [
  {
    icon: 'shipping',
    title: 'Free Shipping',
    text: 'Free worldwide on orders above $100',
  },
  {
    icon: 'payment',
    title: 'Payment secure',
    text: 'Card details go straight to the payment provider',
  },
  {
    icon: 'return',
    title: '7 Days easy return',
    text: 'Faulty goods exchanged within 7 days',
  },
  {
    icon: 'support',
    title: '24/7 friendly support',
    text: 'Online around the clock, by phone in office hours',
  },
] as const

// specification: '23,400 happy clients, rating 10,400 with 4.9 stars, 6 brands, 10 awards'
export const achievements = {
  clients: '23,400',
  ratings: '10,400',
  stars: 4.9,
  brands: '6',
  awards: '10',
} as const
