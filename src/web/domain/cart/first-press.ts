interface Press {
  /** How many presses have followed each other, as the browser counts them; 0 for keys. */
  detail: number
}

/** Ignores the second press of a double press, which would put the units into the cart twice. */
export const onFirstPress =
  <Result>(act: () => Result) =>
  ({ detail }: Press): Result | undefined =>
    detail > 1 ? undefined : act()
