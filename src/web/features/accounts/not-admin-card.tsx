import { Lock } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** What somebody who is no admin sees in place of the list of users. */
export function NotAdminCard() {
  return (
    <div className="panel panel--narrow">
      <title>All Users-Auto Parts</title>
      <EmptyState
        heading="h1"
        icon={Lock}
        title="You are not Admin"
        actions={
          <>
            <ButtonLink to="/login" variant="primary">
              Login
            </ButtonLink>
            <ButtonLink to="/home">Home</ButtonLink>
          </>
        }
      >
        Please Admin Login
      </EmptyState>
    </div>
  )
}
