import { currentSession } from '#web/lib/session/session-store.ts'

const storageKey = 'attempts'

/** A day less an hour: the shop keeps the keys of requests for a day. */
const keptMs = 23 * 60 * 60_000

/** A request whose outcome is not known: it is repeated as it was sent. */
export interface Attempt {
  /** Its idempotency key. */
  key: string
  /** Its body as text. */
  body: string
  /** What the page showed, as text. */
  shown: string
  /** When it was sent first. */
  at: number
}

/**
 * The open requests of an account in this browser, also after the tab was closed. A form has one of them at a time, under a name of
 * its own.
 */
export const readAttempt = (name: string): Attempt | undefined => readAll()[idOf(name)]

/** The names of the open requests of the account that begin like this. */
export const attemptNames = (beginning: string) =>
  Object.keys(readAll())
    .filter((id) => id.startsWith(idOf(beginning)))
    .map((id) => id.slice(idOf('').length))

/** Keeps a request until its outcome is known. */
export const writeAttempt = (name: string, attempt: Attempt) =>
  store({ ...readAll(), [idOf(name)]: attempt })

/**
 * Forgets a request, also of an account whose session its answer has ended. A later one of the form, which another tab may have sent
 * meanwhile, stays.
 */
export function forgetAttempt(name: string, { key }: Pick<Attempt, 'key'>) {
  const all = Object.entries(readAll())
  const others = all.filter(([id, last]) => last.key !== key || nameIn(id) !== name)
  if (others.length < all.length) store(Object.fromEntries(others))
}

/** Behind the e-mail address, which has no blank. */
const nameIn = (id: string) => id.slice(id.indexOf(' ') + 1)

/** On sign-out, like the drafts. */
export const forgetAttempts = () => store({})

const idOf = (name: string) => `${currentSession().account?.email ?? ''} ${name}`

/** Fallback for browsers that block storage: lasts as long as the page. */
let unstored: Record<string, Attempt> = {}

function readAll(): Record<string, Attempt> {
  return Object.fromEntries(
    Object.entries(storedAttempts()).filter(([, { at }]) => at > Date.now() - keptMs),
  )
}

function storedAttempts(): Record<string, Attempt> {
  try {
    const text = localStorage.getItem(storageKey)
    return text === null ? unstored : (JSON.parse(text) as Record<string, Attempt>)
  } catch {
    return unstored
  }
}

function store(attempts: Record<string, Attempt>) {
  unstored = {}
  try {
    if (Object.keys(attempts).length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(attempts))
  } catch {
    unstored = attempts
  }
}
