import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; `onServer` is the value for server rendering. */
export function useMediaQuery(query: string, { onServer }: { onServer: boolean }) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => onServer,
  )
}

/** Whether the visitor prefers reduced motion; true on the server. */
export const useReducedMotion = () =>
  useMediaQuery('(prefers-reduced-motion: reduce)', { onServer: true })
