import { BadgeCheck, MailQuestionMark, ShieldCheck, UserX } from 'lucide-react'
import { useId } from 'react'
import { customerText, isErasedEmail } from '#contract/shared/erased.ts'
import type { User } from '#contract/users.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { initials } from '#web/lib/format/format.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

export const userName = ({ name, email }: User) => (
  <span className="table__with-thumb">
    <span className="avatar avatar--quiet" aria-hidden="true">
      {initials(name || customerText(email))}
    </span>
    <span>
      <span className="table__main">{customerText(email)}</span>
      <small>{name}</small>
    </span>
  </span>
)

export const userState = ({ role, verified, active }: User) => (
  <span className="cluster">
    {role === 'admin' ? (
      <Badge tone="info" icon={ShieldCheck}>
        admin
      </Badge>
    ) : (
      <Badge>customer</Badge>
    )}
    {verified ? (
      <Badge tone="ok" icon={BadgeCheck}>
        verified
      </Badge>
    ) : (
      <Badge tone="warn" icon={MailQuestionMark}>
        not verified
      </Badge>
    )}
    {!active && (
      <Badge tone="danger" icon={UserX}>
        closed
      </Badge>
    )}
  </span>
)

/** Account actions, keyed by change. */
const changes = {
  promote: specifiedDashboard.makeAdmin,
  demote: 'Make Customer',
  remove: specifiedDashboard.removeUser,
  reactivate: 'Reactivate',
} as const
export type UserChange = keyof typeof changes

function changesOf({ active, role, email }: User): UserChange[] {
  if (isErasedEmail(email)) return []
  if (!active) return ['reactivate']
  return [role === 'admin' ? 'demote' : 'promote', 'remove']
}

type UserActionsProps = {
  user: User
  onChange: (change: UserChange, pressed: HTMLButtonElement) => void
}

export function UserActions({ user, onChange }: UserActionsProps) {
  const id = useId()
  return (
    <span className="cluster">
      <span id={id} hidden>
        {user.email}
      </span>
      {changesOf(user).map((change) => (
        <Button
          key={change}
          size="small"
          aria-describedby={id}
          onClick={({ currentTarget }) => onChange(change, currentTarget)}
        >
          {changes[change]}
        </Button>
      ))}
      <ButtonLink size="small" to={`${pathTo.auditLog}?object=${user._id}`} aria-describedby={id}>
        Changes
      </ButtonLink>
    </span>
  )
}
