import { useEffect, useState } from 'react'

/** A module that no page needs to be shown: it is fetched as soon as the page stands. */
export function useLater<Module>(load: () => Promise<Module>): Module | undefined {
  const [loaded, setLoaded] = useState<Module>()

  useEffect(() => {
    // Without the network the page stays as it is.
    load().then(setLoaded, () => {})
  }, [load])

  return loaded
}
