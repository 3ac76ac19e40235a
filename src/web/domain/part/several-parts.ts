/** That a number is not enough to know the part. */
export const severalParts = (number: string, parts: number) =>
  `“${number}” is the number of ${parts} parts. Choose one`
