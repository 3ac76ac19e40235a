/** Says that several parts have the number. */
export const severalParts = (number: string, parts: number) =>
  `${parts} parts have the number “${number}”. Choose one`
