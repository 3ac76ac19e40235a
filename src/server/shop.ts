import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { Database } from './db/index.ts'
import type { Reads } from './db/replica/read-replica.ts'
import type { Drain } from './http/edge/drain.ts'
import type { Gate } from './http/limits/load-shedding.ts'
import type { Counts } from './observability/metrics/counts.ts'
import type { Kept } from './http/edge/response-cache.ts'
import type { Router } from './http/route.ts'
import type { CardService } from './services/cards/cards.ts'
import type { ImageStore } from './services/images/image-store.ts'

/** What the features are made of: handed to each, so that none reaches for a global. */
export interface Shop {
  config: Config
  database: Database
  /** For what everybody may see, and a moment late. */
  reads: Reads
  cards: CardService
  imageStore: ImageStore
  /** Public answers held for a moment; cleared by every write that shows in them. */
  kept: Kept
  gate: Gate
  drain: Drain
  counts: Counts
  router: Router
  log: FastifyBaseLogger
}
