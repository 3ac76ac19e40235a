import { ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messages, type User, type UserSort, type UserTab } from '#contract/users.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { useListParams } from '#web/lib/lists/list-params.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { SortedList } from '#web/ui/list/sorted-list.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { managedList, type UserListParams, sortTexts, useManagedUsers } from './managed-users.ts'
import { useUserChanges } from './use-user-changes.ts'
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
    done: ({ email }) => `${email} is a customer now`,
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
    done: ({ email }) => `The account ${email} is open again`,
  },
}

const tabs: Record<UserTab, string> = { all: 'All', admins: 'Admins', closed: 'Closed' }

export function UsersPage() {
  const { params, setParams } = useListParams(managedList)
  const { page, tabCounts, total } = useManagedUsers(params)
  const own = useAccount()
  const changeUser = useUserChanges()
  const [pendingChange, setPendingChange] = useState<{ user: User; change: UserChange }>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()
  const confirmation = pendingChange && confirmations[pendingChange.change]

  async function confirm({ user, change }: { user: User; change: UserChange }) {
    setProblem(undefined)
    try {
      await changeUser({ user, change })
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
  const card = (user: User) => (
    <>
      {userName(user)}
      {userState(user)}
      {actions(user)}
    </>
  )

  return (
    <>
      <DashboardHead page={specifiedDashboard.users} problem={problem}>
        <ButtonLink size="small" to="/dashboard/auditLog" icon={ScrollText}>
          Audit log
        </ButtonLink>
      </DashboardHead>
      <SortedList
        list={managedList}
        params={params}
        setParams={setParams}
        page={page}
        total={total}
        noun="users"
        searchedIn="Name or email"
        tabs={
          <ListTabs
            list={managedList}
            params={params}
            label="Users by state"
            texts={tabs}
            tabCounts={tabCounts}
          />
        }
        sortTexts={sortTexts}
        textColumns={['email']}
        caption="Users; the heading of the first column sorts them"
        columns={columns}
        card={card}
        renderEmpty={(showInstead) => <NoUsers params={params} setParams={showInstead} />}
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

interface NoUsersProps {
  params: UserListParams
  setParams: (change: Partial<UserListParams>) => void
}

/** Empty only by search or tab: the admin's own account always exists. */
function NoUsers({ params: { q }, setParams }: NoUsersProps) {
  return (
    <EmptyState
      heading="h2"
      title={q ? `No user matches “${q}”` : 'No users here'}
      actions={
        <Button onClick={() => setParams(q ? { q: '' } : { tab: 'all' })}>
          {q ? 'Clear search' : 'All users'}
        </Button>
      }
    />
  )
}
