import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { isWebAddress, type Profile, profiles } from '#contract/profiles.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { read } from '#web/lib/api/api.ts'
import { useReopened } from '#web/lib/forms/use-reopened.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { AddressBook } from './address-book.tsx'
import { OwnData } from './own-data.tsx'
import { profileDraft, ProfileForm } from './profile-form.tsx'
import { TradeAccountSection } from './trade-account.tsx'

export function ProfilePage() {
  const { email } = useAccount()
  const { data: profile, error, refetch } = useQuery(read(profiles.one, { params: { email } }))
  const [open, setOpen] = useReopened('profile')
  const close = () => setOpen(undefined)

  return (
    <>
      <title>Dashboard-Auto Parts</title>
      <div className="page-head">
        <h1>Profile</h1>
        {profile && (
          <Button icon={Pencil} onClick={() => setOpen(profileDraft)}>
            {specifiedDashboard.updateProfile}
          </Button>
        )}
      </div>
      <div className="panel">
        {profile ? (
          <ProfileDetails profile={profile} />
        ) : error ? (
          <FailedState heading="h2" title="Your profile could not be loaded" onRetry={refetch}>
            {sentenceFor(error)}
          </FailedState>
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
      <AddressBook />
      <OwnData />
      <TradeAccountSection />
      {profile && (
        <Dialog wide open={open === profileDraft} onClose={close} title="Your information">
          <ProfileForm profile={profile} onSaved={close} />
        </Dialog>
      )}
    </>
  )
}

function ProfileDetails({ profile }: { profile: Profile }) {
  const { img, name, email, phone, address, fbLink } = profile
  return (
    <dl className="details">
      <dt>Photo</dt>
      <dd>{img ? <Picture className="portrait" src={img} alt={name} eager /> : <NotAdded />}</dd>
      <dt>Name</dt>
      <dd>{name || <NotAdded />}</dd>
      <dt>Email</dt>
      <dd translate="no">{email}</dd>
      <dt>Phone</dt>
      <dd>{phone || <NotAdded />}</dd>
      <dt>Address</dt>
      <dd className="pre-wrap" translate="no">
        {address || <NotAdded />}
      </dd>
      <dt>Social link</dt>
      <dd>{fbLink ? <SocialLink link={fbLink} /> : <NotAdded />}</dd>
    </dl>
  )
}

/** The specification accepts any text as a link. */
const SocialLink = ({ link }: { link: string }) =>
  isWebAddress(link) ? <a href={link}>{link}</a> : <>{link}</>

const NotAdded = () => <span className="muted">Not added</span>
