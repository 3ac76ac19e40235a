import { setTimeout as sleep } from 'node:timers/promises'
import { products } from '#contract/products.ts'
import type { Product } from '#contract/products.ts'
import type { Client } from '../../rig/client.ts'

/** What everybody sees on the shelf. */
export interface Catalogue {
  /** The product at a place from 0 to 1. */
  at(share: number): Product | undefined
  count(): number
  close(): void
}

const refreshMs = 500

/** Reads the catalogue again and again, as the pages of the buyers do. */
export async function watchCatalogue(client: Client, deadline: AbortSignal): Promise<Catalogue> {
  let shown: Product[] = []
  const closed = new AbortController()
  const read = async () => {
    const answer = await client.call(products.list, { query: {} })
    if (answer?.status === 200) shown = answer.body
  }
  const goOn = async () => {
    while (!closed.signal.aborted && !deadline.aborted) {
      await sleep(refreshMs)
      await read()
    }
  }
  await read()
  void goOn()
  return {
    at: (share) => shown[Math.floor(share * shown.length)],
    count: () => shown.length,
    close: () => closed.abort(),
  }
}
