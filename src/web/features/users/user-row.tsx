import { BadgeCheck, MailQuestionMark, ShieldCheck, UserX } from 'lucide-react'
import { useId } from 'react'
import type { User } from '#contract/users.ts'
import { initials } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

export const userName = ({ name, email }: User) => (
  <span className="table__with-thumb">
    <span className="avatar avatar--quiet" aria-hidden="true">
      {initials(name || email)}
    </span>
    <span>
      <span className="table__main">{email}</span>
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

type UserActionsProps = {
  user: User
  onPromote: (pressed: HTMLButtonElement) => void
  onRemove: (pressed: HTMLButtonElement) => void
}

/** What can be done with an account; nothing, once it is closed. */
export function UserActions({ user, onPromote, onRemove }: UserActionsProps) {
  const id = useId()
  if (!user.active) return null
  return (
    <span className="cluster">
      <span id={id} hidden>
        {user.email}
      </span>
      {user.role !== 'admin' && (
        <Button
          size="small"
          aria-describedby={id}
          onClick={({ currentTarget }) => onPromote(currentTarget)}
        >
          Make Admin
        </Button>
      )}
      <Button
        size="small"
        aria-describedby={id}
        onClick={({ currentTarget }) => onRemove(currentTarget)}
      >
        Remove
      </Button>
    </span>
  )
}
