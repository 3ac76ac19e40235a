/** The address that shows it: what is as usual is left out of it. */
export function shownAddress<Shown extends object>(path: string, shown: Shown, usual: Shown) {
  const isUsual = new Map(Object.entries(usual))
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(shown)) {
    if (value !== isUsual.get(name)) parameters.set(name, String(value))
  }
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/** The number of a page in an address. */
export const pageIn = (parameters: URLSearchParams, max = 100_000) =>
  Math.min(Math.max(Math.trunc(Number(parameters.get('page'))) || 1, 1), max)

/** One of some choices; what an address says wrong is as usual. */
export const chosen = <T>(choices: readonly T[], value: unknown, otherwise: T) =>
  choices.find((choice) => choice === value) ?? otherwise
