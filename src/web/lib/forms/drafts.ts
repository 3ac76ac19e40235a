import { claimsOf, readToken } from '#web/lib/session/access-token.ts'
import { currentSession } from '#web/lib/session/session-store.ts'

export type Draft = Readonly<Record<string, string>>

/** The drafts of this tab. */
interface Drafts {
  /** E-mail address of the account that was signed in last; empty if none was. */
  account: string
  /** By account and name of the form. */
  texts: Readonly<Record<string, Draft>>
}

const storageKey = 'drafts'
const nothing: Drafts = { account: '', texts: {} }

/**
 * Unsent input of a form, stored until the tab is closed. Only its account sees it, also after its session ended. What a
 * visitor typed stays after the sign-in.
 */
export function readDraft(name: string): Draft {
  const { texts } = readAll()
  return texts[idOf(name)] ?? texts[idOf(name, '')] ?? {}
}

/** Replaces a draft; removes it if it is empty. */
export function writeDraft(name: string, draft: Draft) {
  const { account, texts } = readAll()
  const { [idOf(name)]: _, [idOf(name, '')]: _ofVisitor, ...others } = texts
  const isEmpty = Object.values(draft).every((text) => text === '')
  store({ account, texts: isEmpty ? others : { ...others, [idOf(name)]: draft } })
}

/** On sign-out, so that the next account in this tab sees no drafts. */
export const forgetDrafts = () => store(nothing)

/** Forgets the drafts of an account once another one has signed in. */
export const forgetDraftsOfOthers = () => store(readAll())

/** The account whose page this is, before the session is known and after its token is gone too. */
const currentAccount = () =>
  currentSession().account?.email ?? claimsOf(readToken() ?? '')?.email ?? ''

const idOf = (name: string, account = currentAccount()) => `${account} ${name}`

function readAll(): Drafts {
  const stored = storedDrafts()
  const account = currentAccount()
  if (account === '' || account === stored.account) return stored
  return { account, texts: stored.account === '' ? stored.texts : {} }
}

/** Fallback for browsers that block storage: lasts as long as the page. */
let unstored = nothing

function storedDrafts(): Drafts {
  try {
    const text = sessionStorage.getItem(storageKey)
    // Drafts of an earlier version had no account, and are left behind.
    return text === null ? unstored : { ...nothing, ...(JSON.parse(text) as Partial<Drafts>) }
  } catch {
    return unstored
  }
}

function store(drafts: Drafts) {
  unstored = nothing
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(drafts))
  } catch {
    unstored = drafts
  }
}
