import type { accounts } from '#contract/accounts.ts'
import { paths } from '#contract/shared/paths.ts'
import type { Response } from '#contract/shared/endpoint.ts'
import { type Claims, claimsOf } from '#web/lib/session/access-token.ts'
import { messageTo, send } from '#web/lib/http/http.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { AuthError } from './auth-error.ts'
import { loadIdentity } from './load-identity.ts'

/** Fetches an access token for the identity provider's session. */
export async function fetchToken({ named }: { named: boolean }): Promise<string> {
  const identity = await loadIdentity()
  const idToken = await identity.getIdToken()
  const account = idToken && claimsOf(idToken)
  if (!account) throw noSession()
  return await exchange(idToken, account, named)
}

/** Exchanges an ID token; `named` also sends the display name. */
export async function exchange(
  idToken: string,
  { email, name }: Pick<Claims, 'email' | 'name'>,
  named: boolean,
) {
  const body = named ? { email, name } : { email }
  const request = { params: { email }, body }
  const message = named
    ? messageTo<typeof accounts.exchangeNamed>(paths.exchangeNamed, request)
    : messageTo<typeof accounts.exchange>(paths.exchange, request)
  const answer = await send({ ...message, bearer: idToken })
  return (answer as Response<typeof accounts.exchange>).token
}

export const noSession = () => new AuthError('auth/no-current-user')

/** Whether a failed exchange means that the session is over. */
export const isSessionOver = (error: unknown) =>
  error instanceof AuthError
    ? error.code === 'auth/no-current-user'
    : isProblem(error, 'unauthenticated', 'forbidden')
