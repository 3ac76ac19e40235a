import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { imageBytesMax, images } from '#contract/images.ts'
import { AppError } from '../../errors/errors.ts'
import { idempotencyKeyOf, runIdempotently } from '../../http/idempotency.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { limitFiles } from '../../http/limits/file-limits.ts'

/** Each upload may take two minutes and is held in memory as a whole. */
const uploadsMax = {
  total: 10,
  keptForAdmins: 2,
  perAccount: 2,
  reason: 'Many pictures are being uploaded',
}

/** An encapsulated scope, so that other calls refuse forms. */
export function imageRoutes({ router, database: { db }, imageStore }: Shop) {
  const limited = limitFiles(uploadsMax)
  void router.app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: imageBytesMax, files: 1, fields: 5 } })

    route({ ...router, app: scope }, images.upload, async ({ user, request, reply }) => {
      if (!request.isMultipart()) throw new AppError('unsupported-media')
      const { key, url } = await limited(user, async () => {
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
    const message = 'The field image must contain a picture'
    throw new AppError('invalid', { errors: [{ field: 'image', message }] })
  }
  return file.toBuffer().catch(refuseBrokenForm)
}

/** Errors of the form parser with a status are exceeded limits; all others mean a truncated or malformed form. */
function refuseBrokenForm(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error
  throw new AppError('unreadable', { detail: 'The form could not be read to its end' })
}
