import type { SalesFilter } from '#contract/trade-sales.ts'
import { tradeSales } from '#contract/trade-sales.ts'
import { clockIn } from '#contract/formats/clock.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { decimal } from '#contract/formats/formatting.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import type { Db } from '../../db/index.ts'
import { asCsv, csvHeaders } from '../../http/csv.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { eachSoldLine, listSales, requirePeriod, sumSales } from './sales.ts'
import type { Sales } from './sales.ts'

/** What trade accounts bought, for admins. */
export function salesRoutes({ router, lists, config, database: { db } }: Shop) {
  const within = (filter: SalesFilter): Sales => {
    requirePeriod(filter)
    return { ...filter, timeZone: config.TIME_ZONE }
  }

  rawRoute(router, tradeSales.list, async ({ query }) => {
    const { page = 1, limit = rowsPerPage, ...filter } = query
    const rows = await listSales(db, { ...within(filter), page, limit })
    return pageResponse(tradeSales.list, rows)
  })

  route(router, tradeSales.totals, ({ query }) => sumSales(db, within(query)))

  rawRoute(router, tradeSales.csv, async ({ query, request }) => {
    const sales = within(query)
    return {
      headers: csvHeaders('trade-sales.csv'),
      body: await lists.streams.open(request, () =>
        asCsv(columns, eachRow(db, sales, clockIn(config.TIME_ZONE))),
      ),
    }
  })
}

async function* eachRow(db: Db, sales: Sales, clock: Clock) {
  for await (const line of eachSoldLine(db, sales)) {
    const { placedAt, unitPrice, listPrice, quantity, ...texts } = line
    yield {
      ...texts,
      quantity,
      placedAt: clock.iso(placedAt.toISOString()),
      unitPrice: decimal(unitPrice),
      listPrice: decimal(listPrice),
      amount: decimal(unitPrice * quantity),
      atListPrice: decimal(listPrice * quantity),
      difference: decimal((listPrice - unitPrice) * quantity),
    }
  }
}

type Row = ReturnType<typeof eachRow> extends AsyncGenerator<infer Each> ? Each : never

const columns: { header: string; key: keyof Row }[] = [
  { header: 'Order', key: 'order' },
  { header: 'Placed', key: 'placedAt' },
  { header: 'Customer', key: 'email' },
  { header: 'Company', key: 'company' },
  { header: 'Part number', key: 'partNumber' },
  { header: 'Product', key: 'name' },
  { header: 'Quantity', key: 'quantity' },
  { header: 'Unit price', key: 'unitPrice' },
  { header: 'List price', key: 'listPrice' },
  { header: 'Price from', key: 'priceFrom' },
  { header: 'Amount', key: 'amount' },
  { header: 'At list price', key: 'atListPrice' },
  { header: 'Difference', key: 'difference' },
]
