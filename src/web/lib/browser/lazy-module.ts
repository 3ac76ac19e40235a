import { useEffect, useState } from 'react'

/** Imports a module after the first render, for parts that no page needs at first. */
export function useLazyModule<Module>(load: () => Promise<Module>): Module | undefined {
  const [loaded, setLoaded] = useState<Module>()

  useEffect(() => {
    // Offline: the page works without it.
    load().then(setLoaded, () => {})
  }, [load])

  return loaded
}
