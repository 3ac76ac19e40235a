import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { ownData } from '#contract/own-data.ts'
import { download } from '#web/lib/api/download.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useAccount } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { EraseAccount } from './erase-account.tsx'
import { SignInAgain } from './sign-in-again.tsx'

type Open = 'download' | 'erase'

/** Downloads everything about the account, or erases it. */
export function OwnData() {
  const { email } = useAccount()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  async function fetchFile() {
    await download(ownData.download, { params: { email } }, 'my-data.json')
    toast.success('Your data has been downloaded')
    close()
  }

  /** Asks for the password only if the sign-in is not recent. */
  const startDownload = () =>
    fetchFile().catch((error: unknown) => {
      if (isProblem(error, 'sign-in-too-old')) setOpen('download')
      else toast.error(sentenceFor(error))
    })

  return (
    <section className="panel stack own-data" aria-labelledby="own-data-title">
      <h2 id="own-data-title">Your data</h2>
      <p>
        Download everything we store about you, or close and erase your account.{' '}
        <Link to={pathTo.privacy}>Privacy</Link> lists the data with its retention periods.
      </p>
      <div className="cluster">
        <Button icon={Download} onClick={startDownload}>
          Download my data
        </Button>
        <Button icon={UserX} onClick={() => setOpen('erase')}>
          Erase my account
        </Button>
      </div>
      <Dialog open={open === 'download'} onClose={close} title="Download my data">
        <p>Log in again, because the file contains everything about you.</p>
        <SignInAgain email={email} label="Download" onSignedIn={fetchFile} />
      </Dialog>
      <Dialog open={open === 'erase'} onClose={close} title="Erase my account">
        <EraseAccount email={email} />
      </Dialog>
    </section>
  )
}
