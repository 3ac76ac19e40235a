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

const searchLengthMax = 100

/** The `q` parameter. */
export const parseSearch = (parameters: URLSearchParams) =>
  (parameters.get('q') ?? '').slice(0, searchLengthMax)

/** The `page` parameter, clamped. */
export const parsePage = (parameters: URLSearchParams, max = 100_000) =>
  Math.min(Math.max(Math.trunc(Number(parameters.get('page'))) || 1, 1), max)

/** Whether the `page` parameter names a page beyond the last one, judging by the number of rows that were read. */
export const isBeyondPages = (
  parameters: URLSearchParams,
  { max, rows }: { max: number; rows: number | undefined },
) => Number(parameters.get('page')) > max || (parsePage(parameters, max) > 1 && rows === 0)

/** The value if it is one of the choices, else the fallback. */
export const oneOf = <T>(choices: readonly T[], value: unknown, fallback: T) =>
  choices.find((choice) => choice === value) ?? fallback
