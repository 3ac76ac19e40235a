import { clockIn } from '#contract/formats/clock.ts'
import { type SalesFilter, salesDaysMax } from '#contract/trade-sales.ts'
import { managedList, type ParamsOf } from '#web/lib/lists/managed-list.ts'
import { shopTimeZone } from '#web/lib/format/clock.ts'
import * as pathTo from '#web/lib/router/path-to.ts'

const dayMs = 24 * 60 * 60 * 1000
const shownDays = 30
const dayPattern = /^\d{4}-\d\d-\d\d$/

const dayPartOf = (iso: string) => iso.slice(0, 'yyyy-mm-dd'.length)

/** In the shop's time zone. */
const today = () => dayPartOf(clockIn(shopTimeZone()).iso(new Date()))

/** Counts calendar days: one may have 23 or 25 hours. */
const daysBefore = (day: string, days: number) =>
  dayPartOf(new Date(Date.parse(day) - days * dayMs).toISOString())

const asDay = (typed: string | null, otherwise: string) =>
  typed !== null && dayPattern.test(typed) ? typed : otherwise

export const salesList = managedList({
  path: pathTo.tradeSales,
  noun: { one: 'product', many: 'products' },
  searchedIn: 'Product or part number',
  filters(parameters) {
    const last = today()
    return {
      from: asDay(parameters.get('from'), daysBefore(last, shownDays - 1)),
      to: asDay(parameters.get('to'), last),
      account: (parameters.get('account') ?? '').slice(0, 100),
    }
  },
})

type SalesParams = ParamsOf<typeof salesList>

/** As the API takes it. */
export const salesFilter = ({ from, to, account, q }: SalesParams): SalesFilter => ({
  from,
  to,
  ...(account && { account }),
  ...(q && { product: q }),
})

/** Why a period cannot be shown; undefined if it can. */
export function periodProblem({ from, to }: Pick<SalesParams, 'from' | 'to'>): string | undefined {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1) return 'The last day is before the first'
  return days > salesDaysMax ? `A period has ${salesDaysMax} days at most` : undefined
}
