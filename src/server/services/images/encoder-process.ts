// Encodes a picture for a node, in a process of its own: see encoder.ts.
import { AppError } from '../../errors/errors.ts'
import { encodePicture } from './encode-picture.ts'
import type { Answer } from './encoder.ts'

const [path = '', hash = ''] = process.argv.slice(2)

async function encode(): Promise<Answer> {
  try {
    return { files: await encodePicture(path, hash) }
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, detail: error.extra.detail }
    throw error
  }
}

// The node ends first, with the pictures that it has begun.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const answer = await encode()
// A node that has died waits for no answer.
if (process.connected) process.send?.(answer, () => process.disconnect())
