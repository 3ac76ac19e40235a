export const hero = {
  eyebrow: 'About us',
  title: 'Sold by the Box, Priced by the Unit',
  text: 'Auto Parts sells modern car parts to workshops, to resellers and to everybody else who needs ten of the same: door rubbers, taillight assemblies, quarter panels and engines.',
  drawing:
    'Drawing of an open box with ten brake discs rising out of it: 1 a part, 2 ten units, 3 the box',
  legend: ['The part you choose', 'Ten units, the smallest order', 'Packed and sent'],
} as const

export const wholesale = {
  title: 'For Auto Parts Businesses',
  text: 'Anyone who fits or sells parts for a living wants to know three things before ordering: what a part costs, how many are left, and where an order stands. Here the answers are on the page, for everybody, before any call or quotation.',
  points: [
    {
      title: 'One price for every unit',
      text: 'The price on the card is the price of the tenth unit and of the last one. You need no account to see it.',
    },
    {
      title: 'Stock you can count on',
      text: 'Every part shows how many units are left. An order takes its units off the shelf at once and holds them while you pay.',
    },
    {
      title: 'Orders you can follow',
      text: 'Your dashboard lists every order with its quantity, its total and its state, from unpaid to delivered.',
    },
    {
      title: 'A second look for seven days',
      text: 'Faulty goods are exchanged within seven days, whether you ordered ten units or a thousand.',
    },
  ],
} as const
