import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ApiError, isProblem } from '#web/lib/http/problems.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { useResendVerification } from '#web/lib/session/use-resend-verification.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'

type ReservationHelpProps = {
  /** A refusal with one of `reservationProblems`. */
  error: ApiError
  /** Takes the number of units that the account can still reserve. */
  onTake?: ((units: number) => void) | undefined
  /** More buttons. */
  children?: ReactNode
}

/** What the customer can do after a reservation was refused: take fewer, confirm the address, pay. */
export function ReservationHelp({ error, onTake, children }: ReservationHelpProps) {
  const { available = 0 } = error.problem
  const canTake = onTake && available > 0
  return (
    <div className="reservation-help">
      {canTake && (
        <Button variant="primary" size="small" onClick={() => onTake(available)}>
          Take {available} units
        </Button>
      )}
      {isProblem(error, 'too-many-products', 'too-many-units') && <ConfirmAddress />}
      <ButtonLink to="/dashboard/myOrder" size="small">
        My Order
      </ButtonLink>
      {children}
    </div>
  )
}

function ConfirmAddress() {
  const { email, verified } = useAccount()
  const { isSent, error, send } = useResendVerification()
  if (verified) return null
  return (
    <>
      <Button size="small" icon={Mail} aria-disabled={isSent} onClick={send}>
        Send the email again
      </Button>
      <output className="reservation-help__news">
        {isSent && `We’ve emailed ${email}. Open the link, then order again.`}
        {error && <ErrorLine>{error.message}</ErrorLine>}
      </output>
    </>
  )
}
