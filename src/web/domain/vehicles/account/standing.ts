import { useSyncExternalStore } from 'react'

/** Whether the account keeps the cars; `full` if there is no room for those of both, `unknown` until the shop has answered. */
export type Standing = 'unknown' | 'off' | 'on' | 'full'

let standing: Standing = 'unknown'
const listeners = new Set<() => void>()

export const currentStanding = () => standing

export function showStanding(next: Standing) {
  standing = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useStanding = () =>
  useSyncExternalStore<Standing>(subscribe, currentStanding, () => 'unknown')
