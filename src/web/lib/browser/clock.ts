import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
const lookEveryMs = 5_000

function subscribe(listener: () => void) {
  const timer = setInterval(listener, lookEveryMs)
  return () => clearInterval(timer)
}

/** The present minute, as a date; undefined on the server, whose pages are kept and shown later. */
export function useMinute(): Date | undefined {
  const minute = useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / minuteMs),
    () => undefined,
  )
  return minute === undefined ? undefined : new Date(minute * minuteMs)
}
