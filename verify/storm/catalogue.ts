import { setTimeout as sleep } from 'node:timers/promises'
import { products } from '#contract/products/products.ts'
import type { Product } from '#contract/products/products.ts'
import type { Client } from '../../rig/client.ts'

/** The public catalogue, refreshed regularly. */
export interface Catalogue {
  /** The product at a relative position from 0 to 1. */
  at(share: number): Product | undefined
  /** Several products from this position on, or back from it. */
  several(share: number, count: number, isBackwards: boolean): Product[]
  count(): number
  close(): void
}

const refreshMs = 500

/** Polls the catalogue until it is closed or the deadline passes. */
export async function watchCatalogue(client: Client, deadline: AbortSignal): Promise<Catalogue> {
  let list: Product[] = []
  const closed = new AbortController()
  const read = async () => {
    const response = await client.call(products.list, { query: {} })
    if (response?.status === 200) list = response.body
  }
  const poll = async () => {
    while (!closed.signal.aborted && !deadline.aborted) {
      await sleep(refreshMs)
      await read()
    }
  }
  await read()
  void poll()
  return {
    at: (share) => list[Math.floor(share * list.length)],
    several(share, count, isBackwards) {
      const first = Math.floor(share * list.length)
      const step = isBackwards ? -1 : 1
      return Array.from({ length: Math.min(count, list.length) }, (_, index) =>
        list.at((first + step * index) % list.length),
      ).filter((product) => product !== undefined)
    },
    count: () => list.length,
    close: () => closed.abort(),
  }
}
