import { claimsOf, readToken } from '#web/lib/session/access-token.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { currentSession, endSession, renew } from '#web/lib/session/session-store.ts'

type Attempt<T> = (bearer: string | undefined) => Promise<T>

/**
 * Sends a request with the access token; retries once with a renewed token after 401, also if the token of the account that the
 * page shows is gone. Without a new one the session ends, and the login leads back.
 */
export async function authenticatedRequest<T>(attempt: Attempt<T>): Promise<T> {
  const bearer = readToken()
  const { account } = currentSession()
  try {
    return await attempt(bearer)
  } catch (error) {
    if (!(bearer || account) || !isProblem(error, 'unauthenticated')) throw error
    const renewed = await tokenAfter(bearer)
    if (!renewed || isOfAnother(renewed, account?.email)) throw error
    return await retryOnce(attempt, renewed)
  }
}

/** Another request or tab may have renewed the token in the meantime. */
async function tokenAfter(bearer: string | undefined) {
  const present = readToken()
  return present === bearer ? await renew() : present
}

/** Another account may have signed in meanwhile: what one has typed is never sent as the other. */
const isOfAnother = (token: string, email: string | undefined) =>
  email !== undefined && claimsOf(token)?.email !== email

async function retryOnce<T>(attempt: Attempt<T>, bearer: string) {
  try {
    return await attempt(bearer)
  } catch (error) {
    // RequireLogin then redirects to the login, with the return path.
    if (isProblem(error, 'unauthenticated')) await endSession()
    throw error
  }
}
