import { readToken } from '#web/lib/session/access-token.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { endSession, renew } from '#web/lib/session/session-store.ts'

type Attempt<T> = (bearer: string | undefined) => Promise<T>

/** Sends a request with the access token; retries once with a renewed token after 401. */
export async function authenticatedRequest<T>(attempt: Attempt<T>): Promise<T> {
  const bearer = readToken()
  try {
    return await attempt(bearer)
  } catch (error) {
    if (!bearer || !isProblem(error, 'unauthenticated')) throw error
    const renewed = await tokenAfter(bearer)
    if (!renewed) throw error
    return await retryOnce(attempt, renewed)
  }
}

/** Another request or tab may have renewed the token in the meantime. */
async function tokenAfter(bearer: string) {
  const present = readToken()
  return present === bearer ? await renew() : present
}

async function retryOnce<T>(attempt: Attempt<T>, bearer: string) {
  try {
    return await attempt(bearer)
  } catch (error) {
    // RequireLogin then redirects to the login, with the return path.
    if (isProblem(error, 'unauthenticated')) await endSession()
    throw error
  }
}
