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
  // The answer decides; until then the switch shows what was pressed.
  const [pressed, setPressed] = useState<boolean>()
  if (status !== 'signed-in') return null
  const isOn = standing === 'on' || standing === 'full'
  const isShownOn = pressed ?? isOn
  const isBusy = pressed !== undefined || standing === 'unknown'

  async function change(isWanted: boolean) {
    setPressed(isWanted)
    try {
      await (isWanted ? keepOnAccount() : removeFromAccount())
      toast.success(
        isWanted ? 'Your cars are on your account' : 'Your cars are deleted from your account',
      )
    } catch (error) {
      toast.error(sentenceFor(error))
    }
    setPressed(undefined)
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
          aria-disabled={isBusy}
          onChange={() => {
            if (!isBusy) void change(!isOn)
          }}
        />
        Keep my cars on my account
      </label>
      <p className="small muted">{hints[standing]}</p>
    </div>
  )
}

const hints = {
  unknown: 'Checking your account…',
  off: 'Off: they are in this browser only.',
  on: 'On: cars and their names are on every device where you log in.',
  full: 'Your account and this browser have more than 20 cars together. Delete some here, and the others are added.',
} as const
