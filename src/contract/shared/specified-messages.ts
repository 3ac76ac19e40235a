/**
 * Messages of forms and calls that `docs/specification.md` fixes to the letter, spelling and double spaces included.
 * A test compares them with the document: change them there first.
 */
export const specifiedMessages = {
  accounts: {
    emailRequired: 'Email is Required',
    emailInvalid: 'Provide a valid Email',
    passwordRequired: 'Password is Required',
    passwordTooShort: 'Must be 6 characters or longer',
    nameRequired: 'Name is Required',
    nameTooShort: 'Must be 3 characters or longer',
    nameInvalid: 'Provide a valid Name',
    promoted: 'successfully make an Admin',
    promotionFailed: 'Failed to make an Admin',
  },
  orders: {
    quantityRequired: 'Price is Required',
    quantityTooShort: 'Must be 10  or longer',
    quantityTooHigh: 'Input Quantity is Higher',
    quantityInvalid: 'Please input a valid quantity',
    placed: (total: number) => `Place  $ ${total}  successfully`,
    placeFailed: (total: number) => `Place  $ ${total}  failed`,
    deleted: (name: string) => `Order ${name} is deleted`,
    shipped: 'successfully shipping',
    shipFailed: 'Failed to shipping',
  },
  payments: {
    paid: 'Your Payment is Successfully complete',
    transaction: 'your TransactionId is :',
  },
  products: {
    nameInvalid: 'Provide a valid Name',
    imageRequired: 'Image is Required',
    added: (name: string) => `Product ${name} add successfully`,
    addFailed: (name: string) => `Product ${name} add to failed`,
    deleted: (name: string) => `Product: ${name} is deleted`,
  },
  profiles: {
    phoneTooShort: 'Must be 10 characters or longer',
    saved: (name: string) => `user ${name} add successfully`,
    saveFailed: (name: string) => `user ${name} add to failed`,
  },
  reviews: {
    titleTooShort: 'Must be 3 characters or longer',
    titleTooLong: 'Must be 30 characters or lower',
    ratingRequired: 'Rating is Required',
    ratingInvalid: 'Provide a valid rating(1-5)',
    descriptionRequired: 'Description is Required',
    descriptionTooShort: 'Must be 3 characters or longer',
    added: (rating: number) => `${rating} star review add successfully`,
    addFailed: (rating: number) => `${rating} star review add to failed`,
  },
} as const
