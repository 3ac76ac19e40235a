import { accounts } from '#contract/accounts.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { IdentityClaims } from '../../services/identity/claims.ts'
import type { Shop } from '../../shop.ts'
import { isKnownAccount, revokeSession, signInAccount } from './queries.ts'

interface Exchange {
  email: string
  identity: IdentityClaims
  ip: string
  name?: string | undefined
}

export function accountRoutes({ router, tokens, database: { db }, config }: Shop) {
  const { limits } = router.guards
  const exchange = async ({ email, identity, ip, name }: Exchange) => {
    if (email !== identity.email) throw new AppError('forbidden')
    const isConfiguredAdmin =
      config.ADMIN_EMAILS.includes(identity.email) && identity.wasVerifiedAtSignIn
    const signIn = () => signInAccount(db, { identity, name, isConfiguredAdmin })
    const account = (await isKnownAccount(db, identity))
      ? await signIn()
      : await limits.countNewAccount('accounts by address', ip, { create: signIn })
    const token = await tokens.issue(
      { uid: account.uid, signedInAt: identity.signedInAt },
      { email: account.email, name: account.name, verified: account.email_verified },
    )
    return { token }
  }

  route(router, accounts.exchange, ({ params: { email }, identity, request: { ip } }) =>
    exchange({ email, identity, ip }),
  )

  route(
    router,
    accounts.exchangeNamed,
    ({ params: { email }, body: { name }, identity, request: { ip } }) =>
      exchange({ email, identity, ip, name }),
  )

  route(router, accounts.signOut, async ({ user }) => {
    await revokeSession(db, user.id, user.signedInAt)
    return { acknowledged: true }
  })
}
