import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * Whether our scripts have taken the page over. Until then a submit button must wait: the browser
 * would send the form itself, with every field, the password too, in the address.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
