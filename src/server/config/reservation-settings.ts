import * as z from 'zod/mini'
import { heldOrdersMax } from '#contract/shared/limits.ts'
import { aboveZero, fromZero, whole, wholeFrom } from './setting-schemas.ts'

const minutes = aboveZero(43_200)

/** How much stock an account may reserve, and for how long: decisions 0047, 0064, 0068 and 0081. */
export const reservationSettings = {
  ORDER_RESERVATION_MINUTES: z._default(minutes, 60),
  ORDER_RESERVATIONS_MAX: z._default(whole, heldOrdersMax),
  RESERVED_LINES_MAX: z._default(whole, 400),
  /** Until the account's first payment. */
  FIRST_RESERVATION_MINUTES: z._default(minutes, 30),
  FIRST_RESERVATIONS_MAX: z._default(whole, 10),
  FIRST_RESERVED_LINES_MAX: z._default(whole, 60),
  FIRST_FULL_STOCK_PRODUCTS_MAX: z._default(whole, 10),
  FIRST_STOCK_PERCENT: z._default(wholeFrom(1, 100), 50),
  /** Until its first payment, while its e-mail address is not confirmed either. */
  UNCONFIRMED_RESERVATION_MINUTES: z._default(minutes, 15),
  UNCONFIRMED_PRODUCTS_MAX: z._default(whole, 3),
  UNCONFIRMED_STOCK_PERCENT: z._default(wholeFrom(1, 100), 50),
  /** Of an approved trade account. */
  TRADE_RESERVATION_MINUTES: z._default(minutes, 480),
  TRADE_RESERVATIONS_MAX: z._default(whole, 200),
  TRADE_RESERVED_LINES_MAX: z._default(whole, 2000),
  RESERVATION_PAUSE_MINUTES: z._default(fromZero(1_440), 10),
  SIGN_UPS_PER_HOUR: z._default(whole, 20),
}
