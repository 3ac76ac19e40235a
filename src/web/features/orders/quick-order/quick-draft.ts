import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'

const name = 'quick order'

/** The list of the quick order, its reference and the keys of its attempts, until the tab is closed. */
export const readQuickDraft = () => readDraft(name)

/** Changes fields of the draft; an empty text removes its field. */
export function updateQuickDraft(change: Record<string, string>) {
  const fields = Object.entries({ ...readQuickDraft(), ...change })
  writeDraft(name, Object.fromEntries(fields.filter(([, text]) => text !== '')))
}

/** A part and its quantity as a line of a list. */
export const listLine = ({ part, quantity }: { part: string; quantity: number | string }) =>
  // A number alone is a part; before an empty quantity it would be read as one.
  /^\d+$/.test(part) && quantity === '' ? part : [part, String(quantity)].map(quoted).join()

const quoted = (text: string) => (/[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
