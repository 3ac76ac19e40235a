import type { Config } from '../../config/config.ts'
import type { Periods } from '../../retention/stored-table.ts'
import { signInDaysMax } from '../../services/identity/identity.ts'

/** The retention periods of the settings. */
export const periodsOf = (
  config: Pick<Config, 'ORDER_CONTACTS_YEARS' | 'ERASED_ORDER_CONTACTS_DAYS'>,
): Periods => ({
  signInDays: signInDaysMax,
  orderYears: config.ORDER_CONTACTS_YEARS,
  erasedOrderDays: config.ERASED_ORDER_CONTACTS_DAYS,
})
