import { useState } from 'react'
import {
  type Decision,
  type ManagedTradeAccount,
  manageTradeAccounts,
  type TradeTab,
} from '#contract/trade-accounts.ts'
import { ObjectLog } from '#web/domain/audit/object-log.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useChange } from '#web/domain/use-change.ts'
import { read } from '#web/lib/api/api.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { billing, business, standing, type Step, Steps } from './account-row.tsx'
import { DecisionForm, dialogTitles } from './decision-form.tsx'

const list = managedList<TradeTab>({
  path: pathTo.tradeAccounts,
  noun: { one: 'trade account', many: 'trade accounts' },
  searchedIn: 'Company, tax ID, name or email',
  tabs: {
    label: 'Trade accounts by state',
    texts: {
      all: 'All',
      asked: 'Requests',
      approved: 'Approved',
      refused: 'Refused',
      closed: 'Closed',
    },
  },
})

const outcomes: Record<Decision['state'], string> = {
  approved: 'has the terms that you chose',
  refused: 'is refused',
  closed: 'is closed',
}

/** Businesses that asked for a trade account, requests first. */
export function TradeAccountsPage() {
  const shown = useManagedList(list, {
    rows: (query) => read(manageTradeAccounts.list, { query }),
    counts: (query) => read(manageTradeAccounts.counts, { query }),
  })
  const call = useChange('tradeAccounts', 'auditLog')
  const [open, setOpen] = useState<{ account: ManagedTradeAccount; step: Step }>()
  const keepRowFocus = useRowFocus()
  const close = () => setOpen(undefined)

  /** Sends the decision of the admin about what the admin sees. */
  function decide(account: ManagedTradeAccount, decision: Omit<Decision, 'seen'>) {
    const { email, state, company, taxId, invoiceAddress, taxExempt } = account
    const priceList = account.priceList?._id ?? null
    const seen = { state, company, taxId, invoiceAddress, taxExempt, priceList }
    return call(manageTradeAccounts.decide, { params: { email }, body: { ...decision, seen } })
  }

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

  return (
    <>
      <DashboardHead page="Trade accounts" />
      <div className="stack stack--wide">
        <ManagedTable
          shown={shown}
          caption="Trade accounts, requests first"
          columns={columns}
          empty={
            <EmptyState heading="h2" title="No trade accounts here">
              Customers ask for one in their profile.
            </EmptyState>
          }
        />
        <ObjectLog about="trade-account" />
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
