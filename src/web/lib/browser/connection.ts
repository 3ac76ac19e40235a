import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { shop } from '#contract/shop.ts'
import { addressOf, send } from '#web/lib/api/http.ts'

const healthAddress = addressOf<typeof shop.health>({ path: '/health' }, {})

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isReachable = () => onlineManager.isOnline()

/** Whether the shop could be reached when it was last asked. Once it can again, reads are repeated. */
export const useIsReachable = () => useSyncExternalStore(subscribe, isReachable, () => true)

/** Asks for a sign of life, and tells whether there was one. */
export async function reconnect(): Promise<boolean> {
  await send({ method: 'GET', address: healthAddress }).catch(() => {})
  return isReachable()
}
