/** The smallest order, in units. Apart, so that a page that only tells it loads no schemas. */
// specification: 'Min Order : 10unit'
export const quantityMin = 10

/** Whether fewer units are left of a product than the smallest order takes. */
export const isBelowMinimumOrder = (quantity: number) => quantity < quantityMin
