import { UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type ListAccount, priceLists } from '#contract/prices/price-lists.ts'
import { Email } from '#contract/shared/fields.ts'
import { read } from '#web/lib/api/api.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { contentsOf, countsOf } from './list-contents.ts'
import { usePriceListChange } from './price-list-data.ts'

/** The accounts with the prices of a list. */
export function ListAccounts({ id }: { id: string }) {
  const shown = useManagedList(contentsOf(id), {
    rows: ({ page, limit }) =>
      read(priceLists.accounts, { params: { id }, query: { page, limit } }),
    counts: () => ({ ...read(priceLists.list, {}), select: countsOf(id) }),
  })
  const call = usePriceListChange()
  const [problem, setProblem] = useState<string>()

  async function remove({ email }: ListAccount) {
    setProblem(undefined)
    try {
      await call(priceLists.removeAccount, { params: { id, email } })
      toast.success(`${email} pays list prices again`)
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  const action = (account: ListAccount) => (
    <Button
      size="small"
      icon={UserMinus}
      aria-label={`Remove ${account.email}`}
      onClick={() => remove(account)}
    >
      Remove
    </Button>
  )
  const columns: Column<ListAccount>[] = [
    { title: 'Account', cell: person },
    { title: 'Actions', cell: action },
  ]
  return (
    <>
      <AddAccount id={id} />
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <ManagedTable
        shown={shown}
        caption="Accounts by email"
        columns={columns}
        empty={<EmptyState heading="h2" title="No account is on this list" />}
      />
    </>
  )
}

const person = ({ email, name }: ListAccount) => (
  <span>
    <span className="table__main" translate="no">
      {email}
    </span>
    <small>{name}</small>
  </span>
)

function AddAccount({ id }: { id: string }) {
  const call = usePriceListChange()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()

  async function add() {
    const typed = Email.safeParse(email)
    setProblem(typed.success ? undefined : typed.error.issues[0]?.message)
    if (!typed.success) return
    try {
      await call(priceLists.putAccount, { params: { id, email: typed.data } })
      toast.success(`${typed.data} is on this list`)
      setEmail('')
    } catch (error) {
      setProblem(
        isProblem(error, 'not-found') ? `No account has ${typed.data}` : sentenceFor(error),
      )
    }
  }

  return (
    <Form className="panel form" aria-label="Add an account" onSubmit={add}>
      <Field
        label="Email of an account"
        hint="This moves the account from its current list"
        type="email"
        autoComplete="off"
        error={problem}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <div className="cluster">
        <Button type="submit" icon={UserPlus}>
          Add account
        </Button>
      </div>
    </Form>
  )
}
