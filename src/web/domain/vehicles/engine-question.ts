import { useSyncExternalStore } from 'react'
import type { Engine } from '#contract/vehicles/engines.ts'

let engines: readonly Engine[] | undefined
const listeners = new Set<() => void>()

/** Asks which of these engines the chosen car has; undefined ends the question. */
export function askEngine(next: readonly Engine[] | undefined) {
  engines = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const none = () => undefined

/** The engines that are asked about, if there is a question. */
export const useEngineQuestion = () => useSyncExternalStore(subscribe, () => engines, none)
