import * as z from 'zod/mini'
import { isSingleLine } from '#contract/shared/fields.ts'
import type { Given } from './setting-errors.ts'

const line = (most: number) =>
  z.string().check(
    z.refine(
      (value) => value.trim() !== '' && value.length <= most && isSingleLine(value),
      `must be one line of at most ${most} characters`,
    ),
    z.overwrite((value) => value.trim()),
  )

const percentFault = 'must be a percentage as 19 or 8.875, above 0 and up to 100'

/** What invoices print about taxes; prices include the tax. Without them, invoices name none. */
export const taxSettings = {
  TAX_NAME: z.optional(line(20)),
  TAX_PERCENT: z.optional(
    z
      .pipe(z.string().check(z.regex(/^\d{1,3}(?:\.\d{1,3})?$/, percentFault)), z.transform(Number))
      .check(z.refine((value: number) => value > 0 && value <= 100, percentFault)),
  ),
  SELLER_TAX_ID: z.optional(line(40)),
}

/** Name and percentage make one line of the invoice; a wrong one has a fault of its own. */
export function taxFaults(given: Given): string[] {
  const [name, percent] = (['TAX_NAME', 'TAX_PERCENT'] as const).map(
    (setting) =>
      given[setting] !== undefined && taxSettings[setting].safeParse(given[setting]).success,
  )
  if (name && given['TAX_PERCENT'] === undefined) return ['TAX_PERCENT is missing']
  if (percent && given['TAX_NAME'] === undefined) return ['TAX_NAME is missing']
  return []
}
