import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, Mail } from 'lucide-react'
import { useState } from 'react'
import { alerts, type StockAlert } from '#contract/alerts.ts'
import { call, read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { useResendVerification } from '#web/lib/session/use-resend-verification.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'

/** Asks for one email when a part can be ordered again. */
export function BackInStock({ id }: { id: string }) {
  const client = useQueryClient()
  const request = read(alerts.one, { params: { id } })
  const { data: alert, error, refetch } = useQuery({ ...request, staleTime: 0 })
  const [problem, setProblem] = useState<string>()

  async function change(endpoint: typeof alerts.add | typeof alerts.remove) {
    setProblem(undefined)
    try {
      client.setQueryData(request.queryKey, await call(endpoint, { params: { id } }))
    } catch (failure) {
      setProblem(sentenceFor(failure))
    }
  }

  if (!alert && !error) return <Skeleton shape="button" />
  if (!alert) {
    return (
      <div className="stack">
        <ErrorLine>Alerts could not be loaded. {sentenceFor(error)}</ErrorLine>
        <Button block onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className="stack">
      <output>{alert.isWaiting && <Promised alert={alert} />}</output>
      {alert.isWaiting && !alert.isAddressConfirmed && <Confirm />}
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <Button
        block
        variant={alert.isWaiting ? 'quiet' : 'primary'}
        icon={alert.isWaiting ? BellOff : Bell}
        onClick={() => change(alert.isWaiting ? alerts.remove : alerts.add)}
      >
        {alert.isWaiting ? 'Cancel this alert' : 'Email me when it’s back'}
      </Button>
    </div>
  )
}

function Promised({ alert }: { alert: StockAlert }) {
  const { email } = useAccount()
  return (
    <p>
      {alert.isAddressConfirmed ? (
        <>
          We’ll email <b translate="no">{email}</b> once, when you can order this part.
        </>
      ) : (
        <>
          Confirm your address first: open the link we emailed to <b translate="no">{email}</b>.
          Then we’ll email you once, when you can order this part.
        </>
      )}
    </p>
  )
}

/** Sends the link that confirms the address again. */
function Confirm() {
  const { isSent, error, send } = useResendVerification()
  return (
    <>
      <Button block icon={Mail} aria-disabled={isSent} onClick={send}>
        {isSent ? 'Link sent' : 'Send the link again'}
      </Button>
      {error && <ErrorLine>The link could not be sent. {sentenceFor(error)}</ErrorLine>}
    </>
  )
}
