import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { AppError } from '../errors.ts'

/** The widest first: it is the one an address without a width means. */
const widths = [1280, 640, 320] as const
const pixelsMax = 24_000_000
const formats = new Set(['jpeg', 'png', 'webp', 'heif'])
const concurrentMax = 2

export interface ImageStore {
  /** Checks, re-encodes and keeps a picture. Returns its address on the shop, `/images/<hash>.webp`. */
  add(bytes: Buffer): Promise<string>
  /** The file of an address below /images/; undefined when there is none. */
  open(name: string): Promise<{ size: number; stream: NodeJS.ReadableStream } | undefined>
}

/** Pictures on disk, named by their content, so that an address never changes what it shows. */
export function createImageStore(folder: string): ImageStore {
  let working = 0
  return {
    async add(bytes) {
      if (working >= concurrentMax) {
        throw new AppError('unavailable', {
          detail: 'Other pictures are being worked on',
          headers: { 'retry-after': '2' },
        })
      }
      working += 1
      try {
        const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
        await mkdir(folder, { recursive: true })
        for (const [width, webp] of await encode(bytes)) {
          const file = join(folder, fileName(hash, width))
          // Written aside first: a crash leaves no half picture under a name that is cached for ever.
          const part = `${file}.${randomUUID()}.part`
          await writeFile(part, webp)
          await rename(part, file)
        }
        return `/images/${fileName(hash, widths[0])}`
      } finally {
        working -= 1
      }
    },

    async open(name) {
      if (!/^[0-9a-f]{32}(?:-\d+)?\.webp$/.test(name)) return undefined
      const file = join(folder, name)
      const found = await stat(file).catch(() => undefined)
      return found && { size: found.size, stream: createReadStream(file) }
    },
  }
}

const fileName = (hash: string, width: number) =>
  width === widths[0] ? `${hash}.webp` : `${hash}-${width}.webp`

async function encode(bytes: Buffer) {
  try {
    const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    const { format } = await picture.metadata()
    // SVG and GIF are read by the library too, but have no place among photographs of parts.
    if (!formats.has(format)) throw new AppError('unsupported-media')
    const upright = picture.rotate()
    const encoded = widths.map(async (width) => {
      const resized = upright.clone().resize({ width, withoutEnlargement: true })
      return [width, await resized.webp({ quality: 80, effort: 4 }).toBuffer()] as const
    })
    return await Promise.all(encoded)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unsupported-media', {
      detail: 'This is not a JPEG, PNG, WebP or AVIF picture we can read',
    })
  }
}
