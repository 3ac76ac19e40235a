/** A loading state. TanStack Query results fit. */
export type Loadable<T> = {
  data?: T | undefined
  error: Error | null
  refetch: () => unknown
}
