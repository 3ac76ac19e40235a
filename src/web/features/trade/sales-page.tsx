import { Download } from 'lucide-react'
import { useState } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import { type SalesTotals, type TradeSale, tradeSales } from '#contract/trade-sales.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { download } from '#web/lib/api/download.ts'
import { read } from '#web/lib/api/api.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useListParams } from '#web/lib/lists/list-params.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { SearchBox } from '#web/ui/list/search-box.tsx'
import { periodProblem, salesFilter, salesList } from './sales-params.ts'

/** Who buys what at which price, and what the list price would have brought. */
export function TradeSalesPage() {
  const { params, setParams } = useListParams(salesList)
  const filter = salesFilter(params)
  const enabled = periodProblem(params) === undefined
  const shown = useManagedList(salesList, {
    rows: ({ page, limit }) => ({
      ...read(tradeSales.list, { query: { ...filter, page, limit } }),
      enabled,
    }),
    counts: () => ({ ...read(tradeSales.totals, { query: filter }), enabled }),
  })
  const [problem, setProblem] = useState<string>()

  async function save() {
    setProblem(undefined)
    try {
      await download(tradeSales.csv, { query: filter }, 'trade-sales.csv')
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  return (
    <>
      <DashboardHead page="Trade sales" problem={periodProblem(params) ?? problem}>
        <Button size="small" icon={Download} onClick={save}>
          Export CSV
        </Button>
      </DashboardHead>
      <div className="stack stack--wide">
        <p className="muted">
          Paid and shipped orders of trade accounts and of accounts on a price list, at the prices
          of their parts: without shipping and added taxes, but with included taxes even if the
          account is exempt. Partial refunds are not deducted.
        </p>
        <Sums totals={shown.counts} />
        <ManagedTable
          shown={shown}
          caption="Sales by account, product and price, the largest first"
          columns={columns}
          card={card}
          tools={
            <>
              <SearchBox
                label="Bought by"
                placeholder="Bought by: company or email"
                value={params.account}
                onSearch={(account) => setParams({ account })}
              />
              <div className="trade-days">
                {(['from', 'to'] as const).map((end) => (
                  <label key={end} className="trade-day">
                    {end === 'from' ? 'First day' : 'Last day'}
                    <input
                      type="date"
                      className="input"
                      value={params[end]}
                      onChange={({ target }) => target.value && setParams({ [end]: target.value })}
                    />
                  </label>
                ))}
              </div>
            </>
          }
          renderEmpty={(showInstead) => (
            <EmptyState
              heading="h2"
              title="No sales in this period"
              actions={
                (params.q || params.account) && (
                  <Button onClick={() => showInstead({ q: '', account: '' })}>Show all</Button>
                )
              }
            />
          )}
        />
      </div>
    </>
  )
}

function Sums({ totals }: { totals: SalesTotals | undefined }) {
  const { orders = 0, units = 0, amount = 0, atListPrice = 0 } = totals ?? {}
  const figures = [
    ['Orders', groupDigits(orders)],
    ['Units', groupDigits(units)],
    ['Amount', dollars(amount)],
    ['At list price', dollars(atListPrice)],
    ['Difference', dollars(atListPrice - amount)],
  ] as const
  return (
    <dl className="trade-sums" aria-live="polite">
      {figures.map(([title, figure]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{totals ? figure : '…'}</dd>
        </div>
      ))}
    </dl>
  )
}

const buyer = ({ company, email }: TradeSale) => (
  <span>
    <span className="table__main">{company ?? email}</span>
    {company !== null && <small translate="no">{email}</small>}
  </span>
)

const product = ({ name, partNumber }: TradeSale) => (
  <span>
    {name}
    {partNumber && <small>{partNumber}</small>}
  </span>
)

const units = ({ units: count, orders }: TradeSale) => (
  <span>
    {groupDigits(count)}
    <small>{orders === 1 ? '1 order' : `${groupDigits(orders)} orders`}</small>
  </span>
)

const unitPrice = ({ unitPrice: price, listPrice }: TradeSale) => (
  <span>
    {dollars(price)}
    {listPrice !== price && <small>List price {dollars(listPrice)}</small>}
  </span>
)

const soldFor = ({ amount, atListPrice }: TradeSale) => (
  <span>
    {dollars(amount)}
    {atListPrice !== amount && (
      <small>{dollars(atListPrice - amount)} less than at list price</small>
    )}
  </span>
)

const columns: Column<TradeSale>[] = [
  { title: 'Account', cell: buyer },
  { title: 'Product', cell: product },
  { title: 'Units', cell: units },
  { title: 'Unit price', cell: unitPrice },
  { title: 'Amount', cell: soldFor },
]

const card = (sale: TradeSale) => (
  <>
    {buyer(sale)}
    {product(sale)}
    <span>
      {groupDigits(sale.units)} × {unitPrice(sale)}
    </span>
    {soldFor(sale)}
  </>
)
