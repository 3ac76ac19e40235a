import * as z from 'zod/mini'
import { heldOrdersMax } from '#contract/shared/limits.ts'
import { aboveZero, whole } from './setting-schemas.ts'

const minutes = aboveZero(43_200)

/** How long units are reserved, and of how many orders: decision 0093. */
export const reservationSettings = {
  ORDER_RESERVATION_MINUTES: z._default(minutes, 10),
  ORDER_RESERVATIONS_MAX: z._default(whole, heldOrdersMax),
  RESERVED_LINES_MAX: z._default(whole, 400),
  /** For approved trade accounts. */
  TRADE_RESERVATION_MINUTES: z._default(minutes, 480),
  TRADE_RESERVATIONS_MAX: z._default(whole, 200),
  TRADE_RESERVED_LINES_MAX: z._default(whole, 2000),
  SIGN_UPS_PER_HOUR: z._default(whole, 20),
}
