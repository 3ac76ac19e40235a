/** Unlike a count, the same for no two cars of an account, on whichever device they were added. */
export const newCarId = () => 1 + (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
