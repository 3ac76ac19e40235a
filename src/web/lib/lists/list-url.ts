/** A path with query parameters, without those that equal their defaults. */
export function urlWithParams<Params extends object>(
  path: string,
  params: Params,
  defaults: Params,
) {
  const defaultOf = new Map(Object.entries(defaults))
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value !== defaultOf.get(name)) parameters.set(name, String(value))
  }
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/** The `page` parameter, clamped. */
export const parsePage = (parameters: URLSearchParams, max = 100_000) =>
  Math.min(Math.max(Math.trunc(Number(parameters.get('page'))) || 1, 1), max)

/** The value if it is one of the choices, else the fallback. */
export const oneOf = <T>(choices: readonly T[], value: unknown, fallback: T) =>
  choices.find((choice) => choice === value) ?? fallback
