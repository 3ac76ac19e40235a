import { type ReactNode, useState } from 'react'
import { messages, type User, users } from '#contract/users.ts'
import { useRowFocus } from '#web/lib/focus.ts'
import { usePagedList } from '#web/lib/paged-list.ts'
import { isProblem, sentenceFor } from '#web/lib/problems.ts'
import { useAccount } from '#web/lib/session.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { ListCard } from '#web/ui/list-card.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toaster.tsx'
import { useUserChanges } from './use-user-changes.ts'
import { UserActions, type UserChange, userName, userState } from './user-row.tsx'

/** What is asked before an account changes, and said once it has. */
interface Question {
  title: string
  confirm: string
  cancel: string
  isDanger?: boolean
  text: (user: User) => ReactNode
  done: (user: User) => string
}

const questions: Record<UserChange, Question> = {
  promote: {
    title: 'Give admin rights?',
    confirm: 'Give rights',
    cancel: 'Cancel',
    text: ({ email }) =>
      `${email} will see all orders and users, ship orders, and change the catalogue.`,
    done: () => messages.promoted,
  },
  demote: {
    title: 'Take admin rights?',
    confirm: 'Take rights',
    cancel: 'Cancel',
    isDanger: true,
    text: ({ email }) => `${email} stays a customer, with all orders of the account.`,
    done: ({ email }) => `${email} is a customer now`,
  },
  remove: {
    title: 'Close this account?',
    confirm: 'Close account',
    cancel: 'Keep account',
    isDanger: true,
    text: ({ email }) =>
      `${email} is signed out and cannot sign in again. The orders of this account stay.`,
    done: ({ email }) => `The account ${email} is closed`,
  },
  reactivate: {
    title: 'Open this account again?',
    confirm: 'Open account',
    cancel: 'Cancel',
    text: ({ email }) => `${email} can sign in again, as a customer.`,
    done: ({ email }) => `The account ${email} is open again`,
  },
}

export function UsersPage() {
  const list = usePagedList(users.list)
  const own = useAccount()
  const changeUser = useUserChanges()
  const [asked, setAsked] = useState<{ user: User; change: UserChange }>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()
  const question = asked && questions[asked.change]

  async function confirm({ user, change }: { user: User; change: UserChange }) {
    setProblem(undefined)
    try {
      await changeUser({ user, change })
      toast.success(questions[change].done(user))
    } catch (error) {
      if (change !== 'promote' || !isProblem(error, 'forbidden')) throw error
      toast.error(messages.promotionFailed)
      setProblem(`${user.email} is not an admin. ${sentenceFor(error)}`)
    }
  }

  const actions = (user: User) => (
    <UserActions
      user={user}
      onChange={(change, pressed) => {
        keepRowFocus(pressed)
        setAsked({ user, change })
      }}
    />
  )
  const columns: Column<User>[] = [
    { title: 'User', cell: userName },
    { title: 'Role and state', cell: userState },
    { title: 'Actions', cell: actions },
  ]
  const card = (user: User) => (
    <>
      {userName(user)}
      {userState(user)}
      {actions(user)}
    </>
  )

  return (
    <>
      <title>All Users-Auto Parts</title>
      <div className="page-head">
        <h1>All Users</h1>
      </div>
      {problem && (
        <div className="page-problem">
          <ErrorLine>{problem}</ErrorLine>
        </div>
      )}
      <ListCard
        list={list}
        noun={{ one: 'user', many: 'users' }}
        searchedIn="Name or email"
        empty={
          <EmptyState heading="h2" title="No users yet">
            Who signs up appears here.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable caption="Users, oldest first" rows={rows} columns={columns} card={card} />
        )}
      </ListCard>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={question?.title ?? ''}
        confirmLabel={question?.confirm ?? ''}
        cancelLabel={question?.cancel ?? ''}
        variant={question?.isDanger ? 'danger' : 'primary'}
        onConfirm={() => asked && confirm(asked)}
      >
        {asked && question?.text(asked.user)}
        {asked?.user.email === own.email && ' This is your own account.'}
      </ConfirmDialog>
    </>
  )
}
