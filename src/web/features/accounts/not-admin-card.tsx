import { Lock } from 'lucide-react'
import type { MouseEvent } from 'react'
import { specifiedSignIn } from '#web/content/specified-sign-in.ts'
import { useSession } from '#web/lib/session/session.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'

/** Shown to accounts without admin rights in place of All Users. */
export function NotAdminCard() {
  const { signOut } = useSession()

  /**
   * /login redirects signed-in visitors. Signing out here triggers the login guard, which returns
   * here afterwards.
   */
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
        title={specifiedSignIn.notAdmin}
        actions={
          <>
            <ButtonLink to={pathTo.login} variant="primary" onClick={changeAccount}>
              Login
            </ButtonLink>
            <ButtonLink to={pathTo.homeByName}>Home</ButtonLink>
          </>
        }
      >
        {specifiedSignIn.adminLogin}
      </EmptyState>
    </div>
  )
}
