import type { Invariant } from './invariant.ts'

const ofRole = `action in ('grant-admin', 'revoke-admin')`

export const adminInvariants: Invariant[] = [
  {
    id: 'I11',
    promise: 'Admin rights are granted by an admin or the owner',
    violations: `
      select target as id from admin_actions given
      cross join lateral (select case when actor like '%-%-%' then actor::uuid end as giver) as by
      where action = 'grant-admin' and created_at >= $1
        and actor not in ('command-line', 'configuration')
        and (
          coalesce((
            select action from admin_actions
            where target = giver and id < given.id
              and action in ('deactivate-user', 'reactivate-user') order by id desc limit 1
          ), '') = 'deactivate-user'
          or coalesce((
            select after ->> 'role' from admin_actions
            where target = giver and id < given.id and ${ofRole} order by id desc limit 1
          ), '') <> 'admin')`,
  },
  {
    id: 'I11',
    promise: 'Every admin has a recorded grant',
    violations: `
      select id from users
      where role = 'admin' and coalesce((
        select after ->> 'role' from admin_actions
        where target = users.id and ${ofRole} order by admin_actions.id desc limit 1
      ), '') <> 'admin'`,
  },
]
