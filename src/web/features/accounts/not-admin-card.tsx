import { Lock } from 'lucide-react'
import type { MouseEvent } from 'react'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'

/** What somebody who is no admin sees in place of the list of users. */
export function NotAdminCard() {
  const { signOut } = useSession()

  /** The login is of no use to who is signed in; the guard leads there, and back here as an admin. */
  function changeAccount(event: MouseEvent) {
    event.preventDefault()
    void signOut({ toLogin: true })
  }

  return (
    <div className="panel panel--narrow">
      <title>All Users-Auto Parts</title>
      <EmptyState
        heading="h1"
        icon={Lock}
        title={specifiedTexts.signIn.notAdmin}
        actions={
          <>
            <ButtonLink to="/login" variant="primary" onClick={changeAccount}>
              Login
            </ButtonLink>
            <ButtonLink to="/home">Home</ButtonLink>
          </>
        }
      >
        {specifiedTexts.signIn.adminLogin}
      </EmptyState>
    </div>
  )
}
