/** The smallest order, in units. Apart, so that a page that only tells it loads no schemas. */
export const quantityMin = 10
