import { profiles } from '#contract/profiles.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { findProfile, saveProfile } from './queries.ts'

export function profileRoutes({ router, database: { db } }: Shop) {
  route(router, profiles.one, async ({ params, user }) => {
    if (params.email !== user.email && !user.isAdmin) throw new AppError('forbidden')
    const profile = await findProfile(db, params.email)
    if (!profile) throw new AppError('not-found')
    return profile
  })

  route(router, profiles.save, async ({ params, body, user }) => {
    if (params.email !== user.email) throw new AppError('forbidden')
    await saveProfile(db, user.id, body)
    return { acknowledged: true, modifiedCount: 1 }
  })
}
