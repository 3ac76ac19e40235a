import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { imageBytesMax, images } from '#contract/images.ts'
import { AppError } from '../../http/errors.ts'
import { idempotencyKeyOf, runIdempotently } from '../../http/idempotency.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { limitConcurrency } from '../../http/limits/concurrency-limit.ts'

/** Each may be on its way for two minutes and is in memory as a whole at its end. */
const uploads = { concurrent: 10, queued: 0, reason: 'Many pictures are being uploaded' }

/** In a scope of its own, so that no other call takes a form for a body. */
export function imageRoutes({ router, loadShedder, database: { db }, imageStore }: Shop) {
  const limited = limitConcurrency(uploads)
  void router.app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: imageBytesMax, files: 1, fields: 5 } })

    route({ ...router, app: scope }, images.upload, async ({ user, request, reply }) => {
      loadShedder.admit()
      if (!request.isMultipart()) throw new AppError('unsupported-media')
      const { key, url } = await limited(async () => {
        const bytes = await readPicture(request)
        const hash = createHash('sha256').update(bytes).digest('hex')
        return { key: idempotencyKeyOf(request, hash), url: await imageStore.add(bytes) }
      })
      return runIdempotently({ db, userId: user.id, key, reply }, async () => ({
        success: true,
        data: { url },
      }))
    })
  })
}

async function readPicture(request: FastifyRequest): Promise<Buffer> {
  const file = await request.file().catch(refuseBrokenForm)
  if (file?.fieldname !== 'image') {
    const message = 'A picture in the field image is needed'
    throw new AppError('invalid', { errors: [{ field: 'image', message }] })
  }
  return file.toBuffer().catch(refuseBrokenForm)
}

/** The form parser names its limits; its other errors are about a form that ends early or is none. */
function refuseBrokenForm(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error
  throw new AppError('unreadable', { detail: 'The form could not be read to its end' })
}
