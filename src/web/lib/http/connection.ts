import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { addresses } from '#contract/shared/addresses.ts'
import type { shop } from '#contract/shop.ts'
import { messageTo, send } from '#web/lib/http/http.ts'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isReachable = () => onlineManager.isOnline()

/** Whether the shop could be reached when it was last asked. Once it can again, reads are repeated. */
export const useIsReachable = () => useSyncExternalStore(subscribe, isReachable, () => true)

/** Asks for a sign of life, and tells whether there was one. */
export async function reconnect(): Promise<boolean> {
  await send(messageTo<typeof shop.health>(addresses.health, {})).catch(() => {})
  return isReachable()
}
