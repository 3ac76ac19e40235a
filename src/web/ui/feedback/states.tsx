import { RefreshCw, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { EmptyCrate } from '../empty-crate.tsx'

type StateProps = {
  title: string
  /** Explanation or next step. */
  children?: ReactNode
  /** Buttons or links for the next step. */
  actions?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
}

/** Empty state of a list or page; an icon can replace the drawing. */
export function EmptyState(props: StateProps & { icon?: LucideIcon }) {
  const { title, children, actions, heading: Heading = 'h3', icon: Icon } = props
  return (
    <div className="state">
      {Icon ? <Icon /> : <EmptyCrate />}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className="state__actions">{actions}</div>}
    </div>
  )
}

type FailedStateProps = Omit<StateProps, 'children'> & {
  /** The reason, in whole sentences. */
  children: ReactNode
  onRetry: () => unknown
  retryLabel?: string | undefined
}

/** Error state with a retry button, after other actions. */
export function FailedState({
  title,
  children,
  heading: Heading = 'h3',
  actions,
  onRetry,
  retryLabel = 'Try again',
}: FailedStateProps) {
  return (
    <div className="state" role="alert">
      <BrokenLine />
      <Heading>{title}</Heading>
      <p>{children}</p>
      <div className="state__actions">
        {actions}
        <Button icon={RefreshCw} onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </div>
  )
}

function BrokenLine() {
  return (
    <svg
      className="state__picture state__picture--failed"
      viewBox="0 0 132 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M6 48h38l8-16 12 34 10-26 6 8h6" />
      <path d="M98 48h28" strokeDasharray="5 6" />
    </svg>
  )
}
