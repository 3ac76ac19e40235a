import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { imageBytesMax, images } from '#contract/images.ts'
import { AppError } from '../../errors/errors.ts'
import { idempotencyKeyOf, runIdempotently } from '../../http/idempotency.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { limitFiles } from '../../http/limits/file-limits.ts'
import { uploadPath } from './upload-files.ts'

/** Each upload may take two minutes, and has a temporary file. */
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
        const path = uploadPath()
        try {
          const sha256 = await receivePicture(request, path)
          return {
            key: idempotencyKeyOf(request, sha256),
            url: await imageStore.add({ path, sha256 }),
          }
        } finally {
          await rm(path, { force: true })
        }
      })
      return runIdempotently({ db, userId: user.id, key, reply }, async () => ({
        success: true,
        data: { url },
      }))
    })
  })
}

/** Writes the picture of a form to a file; returns the SHA-256 of its content. */
async function receivePicture(request: FastifyRequest, path: string): Promise<string> {
  const file = await request.file().catch(refuseBrokenForm)
  if (file?.fieldname !== 'image') {
    const message = 'The field image must contain a picture'
    throw new AppError('invalid', { errors: [{ field: 'image', message }] })
  }
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(file.file, hashed, createWriteStream(path)).catch(refuseBrokenForm)
  if (file.file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError()
  return hash.digest('hex')
}

/**
 * Errors of the form parser with a status are exceeded limits, and those of a system call are of the disk; all others mean a
 * truncated or malformed form.
 */
function refuseBrokenForm(error: unknown): never {
  if (error instanceof Error && ('statusCode' in error || 'syscall' in error)) throw error
  throw new AppError('unreadable', { detail: 'The form ended too early' })
}
