import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import {
  type Address,
  addresses,
  addressesMax,
  addressMessages,
} from '#contract/addresses/addresses.ts'
import { AddressForm } from '#web/domain/addresses/address-form.tsx'
import { useChange } from '#web/domain/use-change.ts'
import { addressText } from '#web/domain/orders/address-text.ts'
import { read } from '#web/lib/api/api.ts'
import { useReopened } from '#web/lib/forms/use-reopened.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'

/** Names of the forms' drafts. */
const newDraft = 'new address'
const draftOf = ({ _id }: Address) => `address ${_id}`

/** The addresses that an account keeps, to be chosen when an order is paid. */
export function AddressBook() {
  const { data: book, error, refetch } = useQuery(read(addresses.list, {}))
  const [open, setOpen] = useReopened('address book')
  const [removed, setRemoved] = useState<Address>()
  const changed = book?.find((address) => draftOf(address) === open)
  const titleId = useId()
  const close = () => setOpen(undefined)
  const isFull = book !== undefined && book.length >= addressesMax

  function saved(text: string) {
    toast.success(text)
    close()
  }

  return (
    <section className="panel stack own-data" aria-labelledby={titleId}>
      <h2 id={titleId}>Address book</h2>
      <p>
        Up to {addressesMax} addresses to choose from when you pay. Orders go to the default one
        unless you choose another.
      </p>
      {book ? (
        <Entries
          book={book}
          onChange={(address) => setOpen(draftOf(address))}
          onRemove={setRemoved}
        />
      ) : error ? (
        <FailedState heading="h3" title="Your addresses could not be loaded" onRetry={refetch}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <SkeletonRows rows={2} />
      )}
      <div className="cluster">
        <Button
          icon={Plus}
          aria-disabled={isFull || !book}
          onRefuse={() => isFull && toast.error(addressMessages.tooMany)}
          onClick={() => setOpen(newDraft)}
        >
          Add an address
        </Button>
      </div>
      <Dialog
        wide
        open={open === newDraft && book !== undefined}
        onClose={close}
        title="Add an address"
      >
        <AddressForm
          draftName={newDraft}
          country={book?.[0]?.country}
          onSaved={() => saved('Address added')}
        />
      </Dialog>
      <Dialog wide open={changed !== undefined} onClose={close} title="Change address">
        {changed && (
          <AddressForm
            draftName={draftOf(changed)}
            changed={changed}
            onSaved={() => saved('Address saved')}
          />
        )}
      </Dialog>
      <RemoveQuestion removed={removed} onClose={() => setRemoved(undefined)} />
    </section>
  )
}

type EntryActions = {
  onChange: (address: Address) => void
  onRemove: (address: Address) => void
}

function Entries({ book, ...actions }: EntryActions & { book: readonly Address[] }) {
  if (book.length === 0) return <p className="muted">No addresses yet.</p>
  return (
    <ul className="addresses">
      {book.map((address) => (
        <Entry key={address._id} address={address} {...actions} />
      ))}
    </ul>
  )
}

function Entry({ address, onChange, onRemove }: EntryActions & { address: Address }) {
  const call = useChange('addresses')
  const textId = useId()
  const look = { size: 'small', 'aria-describedby': textId } as const

  async function makeDefault() {
    try {
      await call(addresses.makeDefault, { params: { id: address._id } })
      toast.success(`${address.name}, ${address.town} is your default address`)
    } catch (error) {
      toast.error(sentenceFor(error))
    }
  }

  return (
    <li>
      <p className="pre-wrap" id={textId}>
        {addressText({ ...address, address: address.printed })}
      </p>
      <div className="cluster">
        {address.isDefault ? (
          <Badge tone="ok">Default</Badge>
        ) : (
          <Button {...look} icon={Star} onClick={makeDefault}>
            Make default
          </Button>
        )}
        <Button {...look} icon={Pencil} onClick={() => onChange(address)}>
          Change
        </Button>
        <Button {...look} variant="quiet" icon={Trash2} onClick={() => onRemove(address)}>
          Delete
        </Button>
      </div>
    </li>
  )
}

type RemoveQuestionProps = { removed: Address | undefined; onClose: () => void }

function RemoveQuestion({ removed, onClose }: RemoveQuestionProps) {
  const call = useChange('addresses')

  return (
    <ConfirmDialog
      open={removed !== undefined}
      onClose={onClose}
      title="Delete this address?"
      confirmLabel="Delete"
      cancelLabel="Keep it"
      onConfirm={() => removed && call(addresses.remove, { params: { id: removed._id } })}
    >
      {removed && (
        <span className="pre-wrap">{addressText({ ...removed, address: removed.printed })}</span>
      )}
      <br />
      Orders keep their delivery address.
    </ConfirmDialog>
  )
}
