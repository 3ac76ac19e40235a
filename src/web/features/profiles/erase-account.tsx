import { useQuery } from '@tanstack/react-query'
import { type Erasure, ownData } from '#contract/own-data.ts'
import { call, read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { SignInAgain } from './sign-in-again.tsx'

/** Shows the consequences, asks for the password, and erases the account. */
export function EraseAccount({ email }: { email: string }) {
  const { signOut } = useSession()
  const request = { params: { email } }
  const { data: erasure, error, refetch } = useQuery(read(ownData.erasure, request))

  async function erase() {
    const { isComplete } = await call(ownData.erase, request)
    const isDeleted = await loadIdentity()
      .then((identity) => identity.deleteAccount())
      .then(
        () => true,
        () => false,
      )
    await signOut()
    toast.success(
      isComplete
        ? 'Your account has been erased'
        : 'Your account is closed. The rest of your data will be erased within the hour',
    )
    if (!isDeleted) toast.error('Your sign-in could not be deleted. Please write to us')
  }

  if (error) {
    return (
      <FailedState heading="h3" title="Your account could not be loaded" onRetry={refetch}>
        {sentenceFor(error)}
      </FailedState>
    )
  }
  if (!erasure) return <SkeletonRows rows={4} />
  if (erasure.isLastAdmin) {
    return <p>You are the only admin. Make another account an admin before erasing yours.</p>
  }
  return (
    <div className="stack stack--wide">
      <Consequences erasure={erasure} />
      <SignInAgain email={email} label="Erase my account" variant="danger" onSignedIn={erase} />
    </div>
  )
}

const counted = (count: number, word: string) =>
  `${count} ${word} ${count === 1 ? 'order' : 'orders'}`

function Consequences({ erasure }: { erasure: Erasure }) {
  const { unpaid, unshipped, unaddressed, keptDays } = erasure
  const keptLonger = keptDays > 0 ? ` and for ${keptDays} days after` : ''
  return (
    <div className="prose">
      <p>This can’t be undone. You will be signed out on every device.</p>
      <ul>
        <li>
          Your profile, login methods, messages, emails and newsletter subscription will be deleted.
        </li>
        {unpaid > 0 && <li>{counted(unpaid, 'unpaid')} will be cancelled.</li>}
        {unshipped > 0 && (
          <li>
            {counted(unshipped, 'paid')} will still be shipped. The delivery address stays until
            then{keptLonger}. You won’t get any more emails about it.
          </li>
        )}
        {unaddressed > 0 && (
          <li>
            {counted(unaddressed, 'paid')} cannot be shipped without a delivery address. Add it in
            My Order first, or ask us for a refund.
          </li>
        )}
        <li>
          {keptDays > 0
            ? `Finished orders keep the delivery address for ${keptDays} days, then it is deleted.`
            : 'Finished orders stay, without your name and addresses.'}
        </li>
        <li>Your reviews stay, without your name.</li>
      </ul>
    </div>
  )
}
