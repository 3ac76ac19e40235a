import { useState } from 'react'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import { differsFrom, overtakenFields } from '#web/lib/forms/kept-text.ts'
import type { KeptDraft } from '#web/lib/forms/use-draft.ts'

type Values = Readonly<Record<string, string>>

/**
 * The texts of a form that has a state of its own instead of `useForm`, kept as `useDraft` keeps them. `initial` is what is stored. Only for
 * pages of accounts, which the server does not render.
 */
export function useTypedDraft<Typed extends Values>(name: string, initial: Typed) {
  const [begun] = useState(() => beginning(name, initial))
  const [values, setValues] = useState(begun.values)
  const [kept, setKept] = useState(begun.kept)
  const [base, setBase] = useState(begun.base)

  function forget() {
    writeDraft(name, {})
    setKept(nothingKept)
  }

  function change(next: Typed) {
    setValues(next)
    const typed = Object.entries(next).filter(([field, text]) => text !== initial[field])
    const draft = { ...Object.fromEntries(typed), seen: JSON.stringify(base) }
    writeDraft(name, typed.length > 0 ? draft : {})
  }

  /** Begins anew with other values, after they were stored. */
  function restart(next: Typed) {
    forget()
    setValues(next)
    setBase(initial)
  }

  const draft: KeptDraft = { ...kept, discard: () => restart(initial) }
  return { values, change, restart, forget, draft }
}

const nothingKept = { isRestored: false, overtaken: [] }

function beginning<Typed extends Values>(name: string, initial: Typed) {
  const draft = readDraft(name)
  const typed = Object.keys(initial).filter((field) => differsFrom(draft, initial, field))
  if (typed.length === 0) return { values: initial, kept: nothingKept, base: initial }
  // Safe: only this form writes it.
  const base = draft['seen'] === undefined ? initial : (JSON.parse(draft['seen']) as Typed)
  return {
    values: { ...initial, ...Object.fromEntries(typed.map((field) => [field, draft[field]])) },
    kept: { isRestored: true, overtaken: overtakenFields(typed, draft, base, initial) },
    base,
  }
}
