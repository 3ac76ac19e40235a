import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { paths } from '#contract/shared/paths.ts'
import type { shop } from '#contract/shop.ts'
import { messageTo, send } from '#web/lib/http/http.ts'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isReachable = () => onlineManager.isOnline()

/** Whether the last request reached the shop. Reads are refetched on reconnection. */
export const useIsReachable = () => useSyncExternalStore(subscribe, isReachable, () => true)

/** Pings the shop; returns whether it is reachable. */
export async function reconnect(): Promise<boolean> {
  await send(messageTo<typeof shop.health>(paths.health, {})).catch(() => {})
  return isReachable()
}
