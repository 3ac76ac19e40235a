import { onGarageChange, readGarage } from '../garage.ts'
import { keptCars } from './kept-cars.ts'
import { areSame } from './merge-garages.ts'
import { currentStanding, showStanding } from './standing.ts'
import { syncGarage } from './sync-garage.ts'

/** Several changes in a row are one call. */
const pauseMs = 500

/** Keeps the cars of browser and account the same while somebody is signed in. */
export function followGarage(signal: AbortSignal) {
  if (signal.aborted) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopListening = onGarageChange(() => {
    if (currentStanding() === 'off' || areSame(readGarage().cars, keptCars() ?? [])) return
    clearTimeout(timer)
    timer = setTimeout(syncNow, pauseMs)
  })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible' && currentStanding() !== 'off') syncNow()
    },
    { signal },
  )
  signal.addEventListener('abort', () => {
    stopListening()
    clearTimeout(timer)
    showStanding('unknown')
  })
  syncNow()
}

// Ignored: the next change, page or return to the tab tries again.
const syncNow = () => void syncGarage().catch(() => {})
