import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { imageBytesMax, images } from '#contract/images.ts'
import { AppError } from '../../http/errors.ts'
import { keyOf, once } from '../../http/idempotency.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { createTurns } from '../../http/limits/concurrency-limit.ts'

/** Each may be on its way for two minutes and is in memory as a whole at its end. */
const uploads = { working: 10, waiting: 0 } as const

/** In a scope of its own, so that no other call takes a form for a body. */
export function imageRoutes({ router, gate, database: { db }, imageStore }: Shop) {
  const inTurn = createTurns(uploads)
  void router.app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: imageBytesMax, files: 1, fields: 5 } })

    route({ ...router, app: scope }, images.upload, async ({ user, request, reply }) => {
      gate.enter()
      if (!request.isMultipart()) throw new AppError('unsupported-media')
      const { keyed, url } = await inTurn(async () => {
        const bytes = await readPicture(request)
        const hash = createHash('sha256').update(bytes).digest('hex')
        return { keyed: keyOf(request, hash), url: await imageStore.add(bytes) }
      })
      return once({ db, userId: user.id, keyed, reply }, async () => ({
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
