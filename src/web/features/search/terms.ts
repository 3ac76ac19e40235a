/** The terms of an input, which commas, semicolons and line breaks separate. */
export const termsOf = (typed: string): string[] =>
  typed
    .split(/[,;\n]/)
    .map((term) => term.trim())
    .filter((term) => term !== '')

export const termsText = (terms: readonly string[]) => terms.join(', ')
