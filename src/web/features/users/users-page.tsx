import { ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messages, type User, users, type UserSort, type UserTab } from '#contract/users.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { read } from '#web/lib/api/api.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useChange } from '#web/domain/use-change.ts'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { UserActions, type UserChange, userName, userState } from './user-row.tsx'

/** Texts of the confirmation and of its result. */
interface Confirmation {
  title: string
  confirm: string
  cancel: string
  isDanger?: boolean
  text: (user: User) => ReactNode
  done: (user: User) => string
}

const confirmations: Record<UserChange, Confirmation> = {
  promote: {
    title: 'Make this user an admin?',
    confirm: 'Give admin access',
    cancel: 'Cancel',
    text: ({ email }) =>
      `${email} will be able to see all orders and users, ship orders and edit the catalogue.`,
    done: () => messages.promoted,
  },
  demote: {
    title: 'Remove admin access?',
    confirm: 'Remove access',
    cancel: 'Cancel',
    isDanger: true,
    text: ({ email }) => `${email} remains a customer and keeps all orders.`,
    done: ({ email }) => `${email} is now a customer`,
  },
  remove: {
    title: 'Close this account?',
    confirm: 'Close account',
    cancel: 'Keep account',
    isDanger: true,
    text: ({ email }) =>
      `${email} will be signed out and unable to log in again. Existing orders are kept.`,
    done: ({ email }) => `The account ${email} is closed`,
  },
  reactivate: {
    title: 'Reopen this account?',
    confirm: 'Reopen account',
    cancel: 'Cancel',
    text: ({ email }) => `${email} will be able to log in again as a customer.`,
    done: ({ email }) => `${email} can log in again`,
  },
}

const endpoints = {
  promote: users.promote,
  demote: users.demote,
  remove: users.deactivate,
  reactivate: users.reactivate,
} as const satisfies Record<UserChange, unknown>

const list = managedList<UserTab, UserSort>({
  path: pathTo.users,
  noun: { one: 'user', many: 'users' },
  searchedIn: 'Name or email',
  tabs: { label: 'Users by state', texts: { all: 'All', admins: 'Admins', closed: 'Closed' } },
  sorts: {
    texts: {
      joined: { asc: 'Oldest first', desc: 'Newest first' },
      email: { asc: 'Email, A to Z', desc: 'Email, Z to A' },
    },
    textColumns: ['email'],
  },
})

export function UsersPage() {
  const shown = useManagedList(list, {
    rows: (query) => read(users.list, { query }),
    counts: (query) => read(users.counts, { query }),
  })
  const own = useAccount()
  const call = useChange('accounts', 'auditLog')
  const [pendingChange, setPendingChange] = useState<{ user: User; change: UserChange }>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()
  const confirmation = pendingChange && confirmations[pendingChange.change]

  async function confirm({ user, change }: { user: User; change: UserChange }) {
    setProblem(undefined)
    try {
      await call(endpoints[change], { params: { email: user.email } })
      toast.success(confirmations[change].done(user))
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
        setPendingChange({ user, change })
      }}
    />
  )
  const columns: Column<User, UserSort>[] = [
    { title: 'User', sort: 'email', cell: userName },
    { title: 'Role and state', cell: userState },
    { title: 'Actions', cell: actions },
  ]

  return (
    <>
      <DashboardHead page={specifiedDashboard.users} problem={problem}>
        <ButtonLink size="small" to={pathTo.auditLog} icon={ScrollText}>
          Audit log
        </ButtonLink>
      </DashboardHead>
      <ManagedTable
        shown={shown}
        caption="Users; the heading of the first column sorts them"
        columns={columns}
      />
      <ConfirmDialog
        open={pendingChange !== undefined}
        onClose={() => setPendingChange(undefined)}
        title={confirmation?.title ?? ''}
        confirmLabel={confirmation?.confirm ?? ''}
        cancelLabel={confirmation?.cancel ?? ''}
        variant={confirmation?.isDanger ? 'danger' : 'primary'}
        onConfirm={() => pendingChange && confirm(pendingChange)}
      >
        {pendingChange && confirmation?.text(pendingChange.user)}
        {pendingChange?.user.email === own.email && ' This is your own account.'}
      </ConfirmDialog>
    </>
  )
}
