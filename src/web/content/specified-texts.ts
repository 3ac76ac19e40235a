/**
 * Texts of pages that `docs/specification.md` fixes to the letter: 'Add To Card' and 'Visit shope' are not
 * typing errors. A test compares them with the document: change them there first. Those of the sign-in and of the dashboard
 * are in files beside it, so that Home does not load them.
 */
export const specifiedTexts = {
  title: (page: string) => `${page}-Auto Parts`,
  home: {
    title: 'Find Auto Parts Fast',
    buy: 'buy now',
    orderOffer: 'Order Now',
    products: 'Our Products',
    achievements: 'Our Achievement',
    reviews: 'Happy Customer says',
  },
  product: {
    available: (count: string) => `Available: ${count} unit`,
    perUnit: '/ unit',
    minimumOrder: 'Min Order : 10unit',
    order: 'Add To Card',
  },
  about: { catalogue: 'Order Our Products', home: 'Visit shope' },
  order: {
    minimum: 'Minimum Order Quantity 10',
    calculate: 'Calculate Amount',
    place: 'Order Now',
    backToHome: 'Back to home',
    pending: 'Pending',
    delivered: 'Delivered',
  },
  notFound: {
    title: 'This page does not exist',
    text: 'The page you are looking for could not be found',
  },
} as const
