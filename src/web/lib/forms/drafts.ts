type Draft = Readonly<Record<string, string>>

const key = 'drafts'

/** What was typed into a form and not yet sent; the tab keeps it until it is closed. */
export const readDraft = (name: string): Draft => readAll()[name] ?? {}

/** Keeps a draft in place of the last one; an empty one is no longer kept. */
export function writeDraft(name: string, draft: Draft) {
  const { [name]: _, ...others } = readAll()
  const isEmpty = Object.values(draft).every((text) => text === '')
  store(isEmpty ? others : { ...others, [name]: draft })
}

/** For whoever comes after: the next account in this tab finds nothing. */
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
    // A browser that stores nothing keeps no drafts.
  }
}
