const domain = 'erased.invalid'

/** Stands in an order for the e-mail address that was removed from it. */
export const erasedOrderEmail = `order@${domain}`

/** Stands in an erased account for its e-mail address, since orders refer to the account. */
export const erasedAccountEmail = (id: string) => `${id}@${domain}`

/** Whether an address stands for a removed one; `.invalid` never receives mail (RFC 2606). */
export const isErasedEmail = (email: string) => email.endsWith(`@${domain}`)

/** An address for people, or a word in its place if it was removed. */
export const customerText = (email: string) => (isErasedEmail(email) ? 'Erased' : email)
