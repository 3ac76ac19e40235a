import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type User, users } from '#contract/users.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import type { UserChange } from './user-row.tsx'

const endpoints = {
  promote: users.promote,
  demote: users.demote,
  remove: users.deactivate,
  reactivate: users.reactivate,
} as const satisfies Record<UserChange, unknown>

const outcomes: Record<UserChange, Partial<User>> = {
  promote: { role: 'admin' },
  demote: { role: 'customer' },
  remove: { active: false },
  reactivate: { active: true, role: 'customer' },
}

/** Admin actions on accounts; the list shows them as soon as they succeed. */
export function useUserChanges() {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ user: { email }, change }: { user: User; change: UserChange }) =>
      call(endpoints[change], { params: { email } }),
    onSuccess: (_, { user, change }) => {
      client.setQueriesData<User[]>({ queryKey: keyOf(users.list) }, (rows) =>
        rows?.map((row) => (row._id === user._id ? { ...row, ...outcomes[change] } : row)),
      )
      for (const endpoint of [users.list, users.counts]) {
        void client.invalidateQueries({ queryKey: keyOf(endpoint) })
      }
    },
    onError: (error) => {
      if (isProblem(error, 'forbidden')) {
        void client.invalidateQueries({ queryKey: keyOf(users.isAdmin) })
      }
    },
  })
  return mutateAsync
}
