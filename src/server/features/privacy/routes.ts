import { Readable } from 'node:stream'
import { ownData } from '#contract/own-data.ts'
import { AppError } from '../../errors/errors.ts'
import type { User } from '../../http/access.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { actorOf } from '../audit/record.ts'
import { closeForErasure } from '../users/admins.ts'
import { consequencesOf } from './consequences.ts'
import { accountData } from './download.ts'
import { eraseNow } from './erase-account.ts'

/**
 * The address in the path is the one that the caller has read: after a new sign-in with Google the session may
 * belong to another account of the same person.
 */
function refuseOthers({ email }: { email: string }, user: User) {
  if (email !== user.email) throw new AppError('forbidden')
}

/** What customers may do with everything that the shop keeps about them. */
export function privacyRoutes(shop: Shop) {
  const {
    router,
    config,
    database: { db, pool },
  } = shop

  rawRoute(router, ownData.download, async ({ params, user }) => {
    refuseOthers(params, user)
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-data.json"',
      },
      body: Readable.from(accountData(pool, user)),
    }
  })

  route(router, ownData.erasure, async ({ params, user }) => {
    refuseOthers(params, user)
    return consequencesOf(db, user.id, config)
  })

  route(router, ownData.erase, async ({ params, user, request }) => {
    refuseOthers(params, user)
    await closeForErasure(db, actorOf({ user, request }), user.id)
    return { isComplete: await eraseNow(shop, user.id) }
  })
}
