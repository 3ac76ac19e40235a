import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messages, type User, users } from '#contract/users.ts'
import { call, keyOf } from '#web/lib/api.ts'
import { useRowFocus } from '#web/lib/focus.ts'
import { changeRow, usePagedList } from '#web/lib/paged-list.ts'
import { isProblem, sentenceFor } from '#web/lib/problems.ts'
import { useAccount } from '#web/lib/session.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { ListCard } from '#web/ui/list-card.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toaster.tsx'
import { UserActions, userName, userState } from './user-row.tsx'

export function UsersPage() {
  const list = usePagedList(users.list)
  const own = useAccount()
  const { promote, deactivate } = useUserChanges()
  const [promoting, setPromoting] = useState<User>()
  const [removing, setRemoving] = useState<User>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()

  async function confirmPromotion(user: User) {
    setProblem(undefined)
    try {
      await promote(user)
      toast.success(messages.promoted)
    } catch (error) {
      if (!isProblem(error, 'forbidden')) throw error
      toast.error(messages.promotionFailed)
      setProblem(`${user.email} is not an admin. ${sentenceFor(error)}`)
    }
  }

  async function confirmRemoval(user: User) {
    setProblem(undefined)
    await deactivate(user)
    toast.success(`The account ${user.email} is closed`)
  }

  const actions = (user: User) => (
    <UserActions
      user={user}
      onPromote={(pressed) => {
        keepRowFocus(pressed)
        setPromoting(user)
      }}
      onRemove={(pressed) => {
        keepRowFocus(pressed)
        setRemoving(user)
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
        open={promoting !== undefined}
        onClose={() => setPromoting(undefined)}
        title="Give admin rights?"
        confirmLabel="Give rights"
        cancelLabel="Cancel"
        variant="primary"
        onConfirm={() => promoting && confirmPromotion(promoting)}
      >
        {promoting?.email} will see all orders and users, ship orders, and change the catalogue.
      </ConfirmDialog>
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title="Close this account?"
        confirmLabel="Close account"
        cancelLabel="Keep account"
        onConfirm={() => removing && confirmRemoval(removing)}
      >
        {removing?.email} is signed out and cannot sign in again. The orders of this account stay.
        {removing?.email === own.email && ' This is your own account.'}
      </ConfirmDialog>
    </>
  )
}

/** What an admin may change of an account, shown in the list as soon as it is done. */
function useUserChanges() {
  const client = useQueryClient()
  const promotion = useMutation({
    mutationFn: ({ email }: User) => call(users.promote, { params: { email } }),
    onSuccess: (_, { _id }) =>
      changeRow(client, users.list, _id, (user): User => ({ ...user, role: 'admin' })),
    onError: (error) => {
      if (isProblem(error, 'forbidden')) {
        void client.invalidateQueries({ queryKey: keyOf(users.isAdmin) })
      }
    },
  })
  const deactivation = useMutation({
    mutationFn: ({ email }: User) => call(users.deactivate, { params: { email } }),
    onSuccess: (_, { _id }) =>
      changeRow(client, users.list, _id, (user) => ({ ...user, active: false })),
  })
  return { promote: promotion.mutateAsync, deactivate: deactivation.mutateAsync }
}
