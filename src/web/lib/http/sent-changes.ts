interface Change {
  name: string
  isAnswered: boolean
}

let changes: Change[] = []
const listeners = new Set<() => void>()

/** Calls back at each change that is sent from now on. */
export function onChangeSent(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Remembers a call that changes something while it runs, and then until the buyer leaves the page: a page that breaks
 * meanwhile shows its outcome to nobody. A call's name is its method and path.
 */
export async function rememberChange<Answer>(
  name: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const change = { name, isAnswered: false }
  changes.push(change)
  for (const listener of listeners) listener()
  try {
    return await send()
  } finally {
    change.isAnswered = true
  }
}

/** The names of the changes whose outcome may be unknown to the buyer. */
export const sentChanges = () => changes.map(({ name }) => name)

/** Call after another page is shown. */
export function forgetAnsweredChanges() {
  changes = changes.filter(({ isAnswered }) => !isAnswered)
}
