import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
const lookEveryMs = 5_000

function subscribe(listener: () => void) {
  const timer = setInterval(listener, lookEveryMs)
  return () => clearInterval(timer)
}

/** The current minute; undefined on the server, whose pages are cached. */
export function useCurrentMinute(): Date | undefined {
  const minute = useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / minuteMs),
    () => undefined,
  )
  return minute === undefined ? undefined : new Date(minute * minuteMs)
}
