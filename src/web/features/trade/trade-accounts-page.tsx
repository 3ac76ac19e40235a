import { useState } from 'react'
import type { Decision, ManagedTradeAccount, TradeTab } from '#contract/trade/trade-accounts.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { useListParams } from '#web/lib/lists/list-params.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import { billing, business, standing, type Step, Steps } from './account-row.tsx'
import { DecisionForm, dialogTitles } from './decision-form.tsx'
import { LastDecisions } from './last-decisions.tsx'
import { tradeList, useDecide, useManagedAccounts } from './managed-accounts.ts'

const tabs: Record<TradeTab, string> = {
  all: 'All',
  asked: 'Requests',
  approved: 'Approved',
  refused: 'Refused',
  closed: 'Closed',
}

const outcomes: Record<Decision['state'], string> = {
  approved: 'has the terms that you chose',
  refused: 'is refused',
  closed: 'is closed',
}

/** Businesses that asked for a trade account, requests first. */
export function TradeAccountsPage() {
  const { params, setParams } = useListParams(tradeList)
  const { page, tabCounts, total } = useManagedAccounts(params)
  const decide = useDecide()
  const [open, setOpen] = useState<{ account: ManagedTradeAccount; step: Step }>()
  const keepRowFocus = useRowFocus()
  const close = () => setOpen(undefined)

  const actions = (account: ManagedTradeAccount) => (
    <Steps
      account={account}
      onChoose={(step, pressed) => {
        keepRowFocus(pressed)
        setOpen({ account, step })
      }}
    />
  )
  const columns: Column<ManagedTradeAccount>[] = [
    { title: 'Company', cell: business },
    { title: 'Bill to', cell: billing },
    { title: 'State', cell: standing },
    { title: 'Actions', cell: actions },
  ]
  const card = (account: ManagedTradeAccount) => (
    <>
      {business(account)}
      {billing(account)}
      {standing(account)}
      {actions(account)}
    </>
  )

  return (
    <>
      <DashboardHead page="Trade accounts" />
      <div className="stack stack--wide">
        <NumberedList
          list={tradeList}
          params={params}
          setParams={setParams}
          page={page}
          total={total}
          noun="trade accounts"
          searchedIn="Company, tax ID, name or email"
          tabs={
            <ListTabs
              list={tradeList}
              params={params}
              label="Trade accounts by state"
              texts={tabs}
              tabCounts={tabCounts}
            />
          }
          renderEmpty={(showInstead) => (
            <EmptyState
              heading="h2"
              title={params.q ? 'No matching trade accounts' : 'No trade accounts here'}
              actions={
                (params.q || params.tab !== 'all') && (
                  <Button onClick={() => showInstead({ q: '', tab: 'all' })}>Show all</Button>
                )
              }
            >
              {!params.q && params.tab === 'all' && <p>Customers ask for one in their profile.</p>}
            </EmptyState>
          )}
        >
          {(rows) => (
            <DataTable
              caption="Trade accounts, requests first"
              rows={rows}
              columns={columns}
              card={card}
            />
          )}
        </NumberedList>
        <LastDecisions />
      </div>
      <Dialog open={open !== undefined} onClose={close} title={open ? dialogTitles[open.step] : ''}>
        {open && (
          <DecisionForm
            account={open.account}
            step={open.step}
            onCancel={close}
            onDecide={async (decision) => {
              await decide(open.account, decision)
              toast.success(`${open.account.company} ${outcomes[decision.state]}`)
              close()
            }}
          />
        )}
      </Dialog>
    </>
  )
}
