import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type ListAccount, priceLists } from '#contract/prices/price-lists.ts'
import { Email } from '#contract/shared/fields.ts'
import { read } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import type { ListTabProps } from './list-tabs.ts'
import { usePriceListChanges } from './price-list-data.ts'

/** The accounts with the prices of a list. */
export function ListAccounts({ id, list, params, setParams, total, tabs }: ListTabProps) {
  const { page: number, limit } = params
  const page = useQuery({
    ...read(priceLists.accounts, { params: { id }, query: { page: number, limit } }),
    placeholderData: keepPreviousData,
  })
  const { removeAccount } = usePriceListChanges()
  const [problem, setProblem] = useState<string>()

  async function remove({ email }: ListAccount) {
    setProblem(undefined)
    try {
      await removeAccount(id, email)
      toast.success(`${email} has the public prices again`)
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
  const card = (account: ListAccount) => (
    <>
      {person(account)}
      {action(account)}
    </>
  )
  return (
    <>
      <AddAccount id={id} />
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <NumberedList
        list={list}
        params={params}
        setParams={setParams}
        page={page}
        total={total}
        noun="accounts"
        tabs={tabs}
        renderEmpty={() => <EmptyState heading="h2" title="No account is on this list" />}
      >
        {(rows) => (
          <DataTable caption="Accounts by email" rows={rows} columns={columns} card={card} />
        )}
      </NumberedList>
    </>
  )
}

const person = ({ email, name }: ListAccount) => (
  <span>
    <span className="table__main">{email}</span>
    <small>{name}</small>
  </span>
)

function AddAccount({ id }: { id: string }) {
  const { putAccount } = usePriceListChanges()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()

  async function add() {
    const typed = Email.safeParse(email)
    setProblem(typed.success ? undefined : typed.error.issues[0]?.message)
    if (!typed.success) return
    try {
      await putAccount(id, typed.data)
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
        hint="An account is on one list: it leaves another one"
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
