import { Download } from 'lucide-react'
import type { CreditNote } from '#contract/invoices/invoices.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { download } from '#web/lib/api/download.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'

type CreditNotesProps = {
  id: string
  notes?: readonly CreditNote[] | undefined
  /** As links in a text. */
  isInText?: boolean
}

/** The credit notes of an order, to download. */
export function CreditNotes({ id, notes = [], isInText = false }: CreditNotesProps) {
  async function save({ number }: CreditNote) {
    try {
      const request = { params: { id }, query: { number } }
      await download(ownOrders.creditNote, request, `credit-note-${number}.pdf`)
    } catch (error) {
      toast.error(`The credit note could not be loaded. ${sentenceFor(error)}`)
    }
  }

  return notes.map((note) => {
    const text = `Credit note ${note.number}: ${dollars(note.amount)}`
    return isInText ? (
      <button
        key={note.number}
        type="button"
        className="link-button"
        onClick={() => void save(note)}
      >
        {text}
      </button>
    ) : (
      <Button key={note.number} icon={Download} onClick={() => save(note)}>
        {text}
      </Button>
    )
  })
}
