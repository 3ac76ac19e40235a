/** Texts of the dashboard that `docs/specification.md` fixes to the letter, as `specified-texts.ts` has the others. */
export const specifiedDashboard = {
  addReview: 'Add Review',
  ownOrders: 'My Order',
  users: 'All Users',
  addProduct: 'Add New Product',
  products: 'Manage Product',
  orders: 'Manage All Orders',
  updateProfile: 'Update information',
  makeAdmin: 'Make Admin',
  removeUser: 'Remove',
} as const
