import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { ProductKind } from '#contract/shared/product-kinds.ts'
import type { Database, Db } from './db/index.ts'
import type { Drain } from './http/edge/drain.ts'
import type { LoadShedder } from './http/limits/load-shedding.ts'
import type { Lists } from './http/lists.ts'
import type { PublicAnswers } from './http/public/public-answers.ts'
import type { PublicReads } from './http/public/public-reads.ts'
import type { Router } from './http/route.ts'
import type { CardService } from './services/cards/cards.ts'
import type { AccessTokens } from './services/identity/access-tokens.ts'
import type { ImageStore } from './services/images/image-store.ts'

type OrderEvent =
  | 'placed'
  | 'paid'
  | 'refunded'
  | 'shipped'
  | 'deleted'
  | 'expired'
  | 'disputed'
  | 'charged-back'

/** Counts what happens in the shop, for the metrics. */
interface EventCounts {
  /** Once for each order, when the event is stored. */
  order(event: OrderEvent): void
}

/** Counts the cars for which a list of parts was empty. */
interface VehicleWishes {
  count(vehicle: string, kind: ProductKind | null): void
  /** Writes what was counted since the last time. */
  store(db: Db): Promise<void>
}

/** The dependencies of the features, passed to each, so that there are no globals. */
export interface Shop {
  config: Config
  database: Database
  /** Cached and replicated reads, up to a second late. Writes outside of a route call `changed()`. */
  publicReads: PublicReads
  publicAnswers: PublicAnswers
  tokens: AccessTokens
  cards: CardService
  imageStore: ImageStore
  loadShedder: LoadShedder
  lists: Lists
  drain: Drain
  counts: EventCounts
  wishes: VehicleWishes
  router: Router
  log: FastifyBaseLogger
}
