/** Something a screen waits for. A TanStack Query result fits as it is. */
export type Loadable<T> = {
  data?: T | undefined
  error: Error | null
  refetch: () => unknown
}
