import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * Whether the page is hydrated. Submit buttons are disabled until then: the browser would submit
 * the form itself, with all fields, including the password, in the URL.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
