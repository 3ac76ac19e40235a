/** A fault outside of the shop that prevents its start. The message says in one line what to do. */
export class StartError extends Error {}

export const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code
