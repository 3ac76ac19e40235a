import { fork } from 'node:child_process'
import { join } from 'node:path'
import { AppError } from '../../errors/errors.ts'
import type { ProblemCode } from '#contract/shared/problem.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import type { EncodePicture } from './encode-picture.ts'
import type { ImageFile } from './image-files.ts'

/** Sent by the process that encodes a picture. */
export type Answer = { files: ImageFile[] } | { code: ProblemCode; detail: string | undefined }

const program = join(import.meta.dirname, 'encoder-process.ts')

/**
 * Encodes each picture in a process of its own: what frames and encoders leave behind in its memory ends with it. It takes a
 * quarter of a second to start, and a photograph two seconds to encode.
 */
export const encodeApart: EncodePicture = async (path, hash) => {
  const { PATH, SystemRoot, LD_LIBRARY_PATH } = process.env
  const child = fork(program, [path, hash], {
    // Without the node's secrets, and with one arena: each arena would keep the largest frame it had.
    env: { PATH, SystemRoot, LD_LIBRARY_PATH, MALLOC_ARENA_MAX: '1' },
    execArgv: ['--max-semi-space-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  child.once('message', resolve)
  child.once('error', (error) => reject(interrupted(error)))
  child.once('exit', (code, signal) =>
    reject(interrupted(new Error(`The process of a picture ended with ${signal ?? code}`))),
  )
  // A node that stops waits for its requests, not for this process.
  child.unref()
  child.channel?.unref()
  const answer = await promise
  if ('files' in answer) return answer.files.map(withBuffer)
  throw new AppError(answer.code, answer.detail ? { detail: answer.detail } : {})
}

const withBuffer = (file: ImageFile): ImageFile => ({ ...file, bytes: Buffer.from(file.bytes) })

const interrupted = (cause: unknown) =>
  new AppError(
    'unavailable',
    {
      detail: 'Processing this picture was interrupted. Try again in a moment',
      headers: retryAfter(5),
    },
    cause,
  )
