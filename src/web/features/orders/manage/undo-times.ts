/** Until when the shipping of orders can be undone, by their ids; times by `Date.now()`. */
export type UndoTimes = Readonly<Record<string, number>>

const key = 'undoShippingUntil'

/** The times of this tab, which survive a reload. */
export function readUndoTimes(): UndoTimes {
  try {
    return withoutPast(JSON.parse(sessionStorage.getItem(key) ?? '{}') as UndoTimes)
  } catch {
    return {}
  }
}

export function storeUndoTimes(times: UndoTimes) {
  try {
    sessionStorage.setItem(key, JSON.stringify(times))
  } catch {
    // Without storage a reload ends them.
  }
}

export const withoutPast = (times: UndoTimes): UndoTimes =>
  Object.fromEntries(Object.entries(times).filter(([, until]) => !isPast(until)))

export const withoutIds = (times: UndoTimes, ids: readonly string[]): UndoTimes =>
  Object.fromEntries(Object.entries(times).filter(([id]) => !ids.includes(id)))

/** Milliseconds until the next one ends; undefined without any. */
export const untilNextEnd = (times: UndoTimes): number | undefined =>
  Object.keys(times).length > 0
    ? Math.max(0, Math.min(...Object.values(times)) - Date.now())
    : undefined

/** Computes the time until which shipping can be undone, from the seconds since the call of this function. */
export function undoTimesFromNow() {
  const pressedAt = Date.now()
  return (seconds: number) => pressedAt + seconds * 1000
}

export const isPast = (until: number): boolean => until <= Date.now()
