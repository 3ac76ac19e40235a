import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import { imageBytesMax, images } from '#contract/images.ts'
import { AppError } from '../../errors.ts'
import { keyOf, once } from '../../idempotency.ts'
import { route } from '../../route.ts'
import type { Shop } from '../../shop.ts'

export function imageRoutes({ router, database: { db }, imageStore }: Shop) {
  void router.app.register(multipart, { limits: { fileSize: imageBytesMax, files: 1, fields: 5 } })

  route(router, images.upload, async ({ user, request, reply }) => {
    if (!request.isMultipart()) throw new AppError('unsupported-media')
    const file = await request.file()
    if (file?.fieldname !== 'image') {
      const message = 'A picture in the field image is needed'
      throw new AppError('invalid', { errors: [{ field: 'image', message }] })
    }
    const bytes = await file.toBuffer()
    const keyed = keyOf(request, createHash('sha256').update(bytes).digest('hex'))
    const url = await imageStore.add(bytes)
    return once({ db, userId: user.id, keyed, reply }, async () => ({
      success: true,
      data: { url },
    }))
  })
}
