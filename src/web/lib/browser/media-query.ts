import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; the server cannot know and takes `onServer`. */
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

/** Whether the visitor asked the system for less motion; the server assumes they did. */
export const useReducedMotion = () =>
  useMediaQuery('(prefers-reduced-motion: reduce)', { onServer: true })
