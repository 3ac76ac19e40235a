type Draft = Readonly<Record<string, string>>

const key = 'drafts'

/** Unsent form input, stored until the tab is closed. */
export const readDraft = (name: string): Draft => readAll()[name] ?? {}

/** Replaces a draft; removes it if it is empty. */
export function writeDraft(name: string, draft: Draft) {
  const { [name]: _, ...others } = readAll()
  const isEmpty = Object.values(draft).every((text) => text === '')
  store(isEmpty ? others : { ...others, [name]: draft })
}

/** On sign-out, so that the next account in this tab sees no drafts. */
export const forgetDrafts = () => store({})

function readAll(): Record<string, Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, Draft>
  } catch {
    return {}
  }
}

function store(drafts: Record<string, Draft>) {
  try {
    sessionStorage.setItem(key, JSON.stringify(drafts))
  } catch {
    // Storage is blocked: no drafts.
  }
}
