import { createHash } from 'node:crypto'
import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { createWorkQueue } from '../../http/limits/work-queue.ts'
import { createDiskImages } from './disk-images.ts'
import type { FoundImage, ImageFile, ImageFiles } from './image-files.ts'

const widths = [320, 640, 1280] as const
/** The last one is the picture's address: it is stored last, so that all others exist. */
const formats = [
  { extension: 'avif', type: 'image/avif' },
  { extension: 'webp', type: 'image/webp' },
] as const
const pixelsMax = 24_000_000
/** Allowed decoders. The library has more, such as SVG, GIF and TIFF, whose vulnerabilities would be the shop's. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)
const encoding = { concurrent: 2, waitMs: 20_000, expectedMs: 2_000 }
/** The largest allowed picture takes 4 s on two busy cores. */
const encodingSecondsMax = 10
/** Earlier versions stored pictures without a width, as WebP alone. */
const fileNames = /^[0-9a-f]{32}(?:-\d+)?\.(?:avif|webp)$/

const storedAddress = /^\/images\/([0-9a-f]{32})(?:-\d+)?\.(?:avif|webp)$/

const filesOf = (hash: string) => [
  `${hash}.webp`,
  ...formats.flatMap(({ extension }) => widths.map((width) => `${hash}-${width}.${extension}`)),
]

export interface ImageStore {
  /** Checks, re-encodes and stores a picture. Returns its address. */
  add(bytes: Buffer): Promise<string>
  /** The file of an address below /images/; undefined if it does not exist. */
  open(name: string): Promise<FoundImage | undefined>
  /** Deletes all files of the picture with this address, if the shop stores it. */
  remove(address: string): Promise<void>
}

/** Names pictures by their content, so that the picture of an address never changes. */
export function createImageStore(folder: string, remote?: ImageFiles): ImageStore {
  const queue = createWorkQueue({ ...encoding, refusal: tooManyPictures })
  const disk = createDiskImages(folder)
  return {
    async add(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const files = await queue.run(() => encode(bytes, hash))
      const address = await (remote ?? disk).put(files)
      return address ?? `/images/${files.at(-1)?.name}`
    },

    async open(name) {
      if (!fileNames.test(name)) return undefined
      // Pictures from before a remote store was configured stay on disk.
      return (await disk.open(name)) ?? remote?.open(name)
    },

    async remove(address) {
      const [, hash] = storedAddress.exec(address) ?? []
      if (!hash) return
      await disk.remove(filesOf(hash))
      await remote?.remove(filesOf(hash))
    },
  }
}

const tooManyPictures = () =>
  new AppError('unavailable', {
    detail: 'Many pictures are being processed. Try again in a moment',
    headers: retryAfter(5),
  })

/** The type of a file, by its name. */
export const imageTypeOf = (name: string) =>
  formats.find(({ extension }) => name.endsWith(extension))?.type ?? 'application/octet-stream'

/** Similar quality. AVIF takes a third of the time of its default effort, for a few percent more bytes. */
const encodings = {
  avif: { quality: 55, effort: 2 },
  webp: { quality: 80, effort: 4 },
} as const

const isTimeout = (error: unknown) => error instanceof Error && error.message.startsWith('timeout')

/** Loaded on demand: a large library that a node without uploads does not need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  return sharp
}

let library: ReturnType<typeof loadSharp> | undefined

async function encode(bytes: Buffer, hash: string): Promise<ImageFile[]> {
  const sharp = await (library ??= loadSharp())
  try {
    const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    const upright = picture.rotate()
    const encoded = formats.map(({ extension, type }) =>
      widths.map(async (width): Promise<ImageFile> => {
        const resized = upright.clone().resize({ width, withoutEnlargement: true })
        const limitedInTime = resized.timeout({ seconds: encodingSecondsMax })
        const bytes = await limitedInTime[extension](encodings[extension]).toBuffer()
        return { name: `${hash}-${width}.${extension}`, type, bytes }
      }),
    )
    return await Promise.all(encoded.flat())
  } catch (error) {
    if (isTimeout(error)) {
      throw new AppError('unavailable', { detail: 'Processing this picture took too long' })
    }
    throw new AppError('unsupported-media', {
      detail: 'This is not a JPEG, PNG, WebP or AVIF picture we can read',
    })
  }
}
