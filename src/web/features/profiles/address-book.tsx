import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import {
  type Address,
  addresses,
  addressesMax,
  addressMessages,
} from '#contract/addresses/addresses.ts'
import { AddressForm } from '#web/domain/addresses/address-form.tsx'
import { refreshAddresses } from '#web/domain/addresses/refresh-addresses.ts'
import { addressText } from '#web/domain/orders/address-text.ts'
import { call, read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'

type Open = { kind: 'add' } | { kind: 'change' | 'remove'; address: Address }

/** The addresses that an account keeps, to be chosen when an order is paid. */
export function AddressBook() {
  const { data: book, error, refetch } = useQuery(read(addresses.list, {}))
  const [open, setOpen] = useState<Open>()
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
        Up to {addressesMax} addresses to choose from when you pay. Orders go to the default one if
        you choose no other.
      </p>
      {book ? (
        <Entries book={book} onOpen={setOpen} />
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
          onClick={() => setOpen({ kind: 'add' })}
        >
          Add an address
        </Button>
      </div>
      <Dialog wide open={open?.kind === 'add'} onClose={close} title="Add an address">
        <AddressForm
          country={book?.[0]?.country}
          onSaved={() => saved('The address is in your address book')}
        />
      </Dialog>
      <Dialog wide open={open?.kind === 'change'} onClose={close} title="Change address">
        {open?.kind === 'change' && (
          <AddressForm changed={open.address} onSaved={() => saved('The address is changed')} />
        )}
      </Dialog>
      <RemoveQuestion open={open} onClose={close} />
    </section>
  )
}

type EntriesProps = {
  book: readonly Address[]
  onOpen: (open: Open) => void
}

function Entries({ book, onOpen }: EntriesProps) {
  if (book.length === 0) return <p className="muted">No addresses yet.</p>
  return (
    <ul className="addresses">
      {book.map((address) => (
        <Entry key={address._id} address={address} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function Entry({ address, onOpen }: { address: Address; onOpen: EntriesProps['onOpen'] }) {
  const client = useQueryClient()
  const textId = useId()
  const look = { size: 'small', 'aria-describedby': textId } as const

  async function makeDefault() {
    try {
      await call(addresses.makeDefault, { params: { id: address._id } })
      await refreshAddresses(client)
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
        <Button {...look} icon={Pencil} onClick={() => onOpen({ kind: 'change', address })}>
          Change
        </Button>
        <Button
          {...look}
          variant="quiet"
          icon={Trash2}
          onClick={() => onOpen({ kind: 'remove', address })}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}

function RemoveQuestion({ open, onClose }: { open: Open | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const removed = open?.kind === 'remove' ? open.address : undefined

  async function remove() {
    if (!removed) return
    await call(addresses.remove, { params: { id: removed._id } })
    await refreshAddresses(client)
  }

  return (
    <ConfirmDialog
      open={removed !== undefined}
      onClose={onClose}
      title="Delete this address?"
      confirmLabel="Delete"
      cancelLabel="Keep it"
      onConfirm={remove}
    >
      {removed && (
        <span className="pre-wrap">{addressText({ ...removed, address: removed.printed })}</span>
      )}
      <br />
      Orders keep their delivery address.
    </ConfirmDialog>
  )
}
