import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/index.ts'
import type { Reads } from './db/reads.ts'
import type { Drain } from './drain.ts'
import type { Gate } from './gate.ts'
import type { Counts } from './metrics/counts.ts'
import type { Kept } from './kept.ts'
import type { Router } from './route.ts'
import type { CardService } from './services/cards.ts'
import type { ImageStore } from './services/image-store.ts'

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
