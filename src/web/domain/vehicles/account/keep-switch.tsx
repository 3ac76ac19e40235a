import { useState } from 'react'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { useStanding } from './standing.ts'
import { keepOnAccount, removeFromAccount } from './sync-garage.ts'

/** Whether the cars are on the account too. Visitors have nothing to choose. */
export function KeepSwitch() {
  const { status } = useSession()
  const standing = useStanding()
  const [isBusy, setIsBusy] = useState(false)
  if (status !== 'signed-in') return null
  const isOn = standing === 'on' || standing === 'full'
  // The answer decides; until then it is what was pressed.
  const isShownOn = isBusy ? !isOn : isOn

  async function change() {
    setIsBusy(true)
    try {
      await (isOn ? removeFromAccount() : keepOnAccount())
      toast.success(
        isOn ? 'Your cars are deleted from your account' : 'Your cars are on your account',
      )
    } catch (error) {
      toast.error(sentenceFor(error))
    }
    setIsBusy(false)
  }

  return (
    <div className="stack">
      <label className="check">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isShownOn}
          className="checkbox"
          checked={isShownOn}
          aria-disabled={isBusy || standing === 'unknown'}
          onChange={() => {
            if (!isBusy && standing !== 'unknown') void change()
          }}
        />
        Keep my cars on my account
      </label>
      <p className="small muted">{hints[standing]}</p>
    </div>
  )
}

const hints = {
  unknown: 'Asking your account…',
  off: 'Off: they are in this browser only.',
  on: 'On: cars and their names are on every device where you log in.',
  full: 'Your account and this browser have more than 20 cars together. Delete some here, and the others are added.',
} as const
