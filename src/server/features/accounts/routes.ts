import { accounts } from '#contract/accounts.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { IdentityClaims } from '../../services/identity/claims.ts'
import type { Shop } from '../../shop.ts'
import { revokeSession, signInAccount } from './queries.ts'

export function accountRoutes({ router, tokens, database: { db }, config }: Shop) {
  const exchange = async (email: string, identity: IdentityClaims, name?: string) => {
    if (email !== identity.email) throw new AppError('forbidden')
    const isConfiguredAdmin = config.ADMIN_EMAILS.includes(identity.email)
    const account = await signInAccount(db, { identity, name, isConfiguredAdmin })
    const token = await tokens.issue(
      { uid: account.uid, signedInAt: identity.signedInAt },
      { email: account.email, name: account.name, verified: account.email_verified },
    )
    return { token }
  }

  route(router, accounts.exchange, ({ params, identity }) => exchange(params.email, identity))

  route(router, accounts.exchangeNamed, ({ params, body, identity }) =>
    exchange(params.email, identity, body.name),
  )

  route(router, accounts.signOut, async ({ user }) => {
    await revokeSession(db, user.id, user.signedInAt)
    return { acknowledged: true }
  })
}
