import { useState } from 'react'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'

/**
 * Which form of a place is open, by the name of its draft. It opens again after a reload or a sign-in if it has text that was
 * kept. Only for pages of accounts, which the server does not render.
 */
export function useReopened(place: string) {
  const name = `open form of ${place}`
  const [open, setOpen] = useState(() => {
    const { form } = readDraft(name)
    return form !== undefined && hasDraft(form) ? form : undefined
  })
  return [
    open,
    (form: string | undefined) => {
      writeDraft(name, form === undefined ? {} : { form })
      setOpen(form)
    },
  ] as const
}

/** Whether a form has text that was kept. */
export const hasDraft = (name: string) => Object.keys(readDraft(name)).length > 0
