import { readToken } from '#web/lib/session/access-token.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { endSession, renew } from '#web/lib/session/session-store.ts'

type Attempt<T> = (bearer: string | undefined) => Promise<T>

/** Makes a call with the access token; when the token is refused, once more with a new one. */
export async function signed<T>(attempt: Attempt<T>): Promise<T> {
  const bearer = readToken()
  try {
    return await attempt(bearer)
  } catch (error) {
    if (!bearer || !isProblem(error, 'unauthenticated')) throw error
    const renewed = await renewedSince(bearer)
    if (!renewed) throw error
    return await lastAttempt(attempt, renewed)
  }
}

/** Another call, or another tab, may have renewed the token while this one was under way. */
async function renewedSince(bearer: string) {
  const present = readToken()
  return present === bearer ? await renew() : present
}

async function lastAttempt<T>(attempt: Attempt<T>, bearer: string) {
  try {
    return await attempt(bearer)
  } catch (error) {
    // The guard of the page then leads to the login, with this page remembered.
    if (isProblem(error, 'unauthenticated')) await endSession()
    throw error
  }
}
