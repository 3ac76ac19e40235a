/** The minimum order in units. In a file of its own, so that pages that only show it load no schemas. */
// specification: 'Min Order : 10unit'
export const quantityMin = 10

/** Whether fewer units are left of a product than the smallest order takes. */
export const isBelowMinimumOrder = (quantity: number) => quantity < quantityMin
