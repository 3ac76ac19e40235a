import { AppError } from '../../errors/errors.ts'
import type { ImageFile } from './image-files.ts'

export const widths = [320, 640, 1280] as const
/** The last one is the picture's address: it is stored last, so that all others exist. */
export const formats = [
  { extension: 'avif', type: 'image/avif' },
  { extension: 'webp', type: 'image/webp' },
] as const

/** Checks the picture in a file and makes all files of it, whose names begin with `hash`; the widest WebP is the last. */
export type EncodePicture = (path: string, hash: string) => Promise<ImageFile[]>

const pixelsMax = 24_000_000
/** Allowed decoders, of files and of bytes. The library has more, such as SVG, GIF and TIFF, whose vulnerabilities would be the shop's. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].flatMap((format) =>
  ['File', 'Buffer'].map((source) => `VipsForeignLoad${format}${source}`),
)
/** The largest allowed picture takes 4 s on two busy cores. */
const encodingSecondsMax = 10

/**
 * Similar quality. AVIF takes a third of the time of its default effort, for a few percent more bytes, and with 4:2:0, as WebP
 * has it, a third less memory.
 */
const encodings = {
  avif: { quality: 55, effort: 2, chromaSubsampling: '4:2:0' },
  webp: { quality: 80, effort: 4 },
} as const

const isTimeout = (error: unknown) => error instanceof Error && error.message.startsWith('timeout')

/** Loaded on demand: a large library that a node without uploads does not need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  // No two pictures are equal, so the cache holds memory alone.
  sharp.cache(false)
  // Each further thread of an encoder has frames of its own.
  sharp.concurrency(1)
  return sharp
}

let library: ReturnType<typeof loadSharp> | undefined

/** Decodes a picture once, at the greatest width, and encodes that. */
export const encodePicture: EncodePicture = async (path, hash) => {
  const sharp = await (library ??= loadSharp())
  const limit = { seconds: encodingSecondsMax }
  try {
    const { data, info: raw } = await sharp(path, { limitInputPixels: pixelsMax, failOn: 'error' })
      .rotate()
      .resize({ width: widths[widths.length - 1], withoutEnlargement: true })
      .timeout(limit)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const files: ImageFile[] = []
    for (const { extension, type } of formats) {
      for (const width of widths) {
        const resized = sharp(data, { raw }).resize({ width, withoutEnlargement: true })
        const encoded = resized.timeout(limit)[extension](encodings[extension])
        const name = `${hash}-${width}.${extension}`
        files.push({ name, type, bytes: await encoded.toBuffer() })
      }
    }
    return files
  } catch (error) {
    if (isTimeout(error)) {
      throw new AppError('unavailable', { detail: 'Processing this picture took too long' })
    }
    throw new AppError('unsupported-media', {
      detail: 'This is not a JPEG, PNG, WebP or AVIF picture we can read',
    })
  }
}
