import type { ReadReplica } from '../../db/replica/read-replica.ts'
import type { ResponseCache } from '../edge/response-cache.ts'

/** What public pages and lists are read from: the response cache in front of the read replica. */
export interface PublicReads {
  cache: Pick<ResponseCache, 'get' | 'ready'>
  replica: Omit<ReadReplica, 'markStale' | 'stop'>
  /** After a write: from now on this node reads nothing older than that write. */
  changed(): void
}

export const createPublicReads = (cache: ResponseCache, replica: ReadReplica): PublicReads => ({
  cache,
  replica,
  changed() {
    replica.markStale()
    cache.clear()
  },
})
