import { useState } from 'react'
import { type Attempt, readAttempt } from '#web/lib/forms/attempts.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { type Shown, shownOf } from './place-once.ts'

/**
 * What a form showed of its order whose outcome is not known, from an earlier visit too; undefined without one. `look` reads it again
 * after a call.
 */
export function useOpenOrder<Of extends Shown>(name: string) {
  const { account } = useSession()
  const of = `${account?.email} ${name}`
  const [seen, setSeen] = useState(() => ({ of, attempt: readAttempt(name) }))
  // Another account, or the first one after the session was read.
  if (seen.of !== of) setSeen({ of, attempt: readAttempt(name) })
  const { attempt }: { attempt: Attempt | undefined } = seen
  return {
    open: attempt && shownOf<Of>(attempt),
    look: () => setSeen({ of, attempt: readAttempt(name) }),
  }
}
