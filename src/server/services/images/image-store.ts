import { createHash } from 'node:crypto'
import { AppError } from '../../errors/errors.ts'
import { limitConcurrency } from '../../http/limits/concurrency-limit.ts'
import { createDiskImages } from './disk-images.ts'

const widths = [320, 640, 1280] as const
/** The last is what is given out as the picture's address: it is there when all are. */
const kinds = [
  { extension: 'avif', type: 'image/avif' },
  { extension: 'webp', type: 'image/webp' },
] as const
const pixelsMax = 24_000_000
/** What may read a photograph. The library has more, whose faults would be ours: for SVG, GIF and TIFF. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)
const encoding = { concurrent: 2, queued: 8, reason: 'Many pictures are being processed' }
/** What the limits of bytes and pixels let pass takes 4 s at most, on two cores that do much else. */
const secondsMax = 10
/** Without a width, and without AVIF, pictures were kept by earlier versions. */
const fileNames = /^[0-9a-f]{32}(?:-\d+)?\.(?:avif|webp)$/

/** A picture to be sent, or the address where browsers find it. */
type FoundImage = { size: number | undefined; stream: NodeJS.ReadableStream } | { address: string }

export interface ImageStore {
  /** Checks, re-encodes and keeps a picture. Returns its address. */
  add(bytes: Buffer): Promise<string>
  /** The file of an address below /images/; undefined when there is none. */
  open(name: string): Promise<FoundImage | undefined>
}

export interface ImageFile {
  name: string
  type: 'image/avif' | 'image/webp'
  bytes: Buffer
}

/** Where the files of pictures lie. */
export interface ImageFiles {
  /** Keeps the files of one picture, the widest WebP last. Returns its address if it is not ours. */
  keep(files: readonly ImageFile[]): Promise<string | undefined>
  open(name: string): Promise<FoundImage | undefined>
}

/** Pictures named by their content, so that an address below /images/ never changes what it shows. */
export function createImageStore(folder: string, elsewhere?: ImageFiles): ImageStore {
  const limited = limitConcurrency(encoding)
  const disk = createDiskImages(folder)
  return {
    async add(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const files = await limited(() => encode(bytes, hash))
      const address = await (elsewhere ?? disk).keep(files)
      return address ?? `/images/${files.at(-1)?.name}`
    },

    async open(name) {
      if (!fileNames.test(name)) return undefined
      // What was kept on disk before there was another store keeps its address.
      return (await disk.open(name)) ?? elsewhere?.open(name)
    },
  }
}

/** The type of a file, by its name. */
export const imageTypeOf = (name: string) =>
  kinds.find(({ extension }) => name.endsWith(extension))?.type ?? 'application/octet-stream'

/** Of about the same look; AVIF in a third of the time its usual effort takes, for a few percent more. */
const encodings = {
  avif: { quality: 55, effort: 2 },
  webp: { quality: 80, effort: 4 },
} as const

const isTimeout = (error: unknown) => error instanceof Error && error.message.startsWith('timeout')

/** A large library that a node without uploads does without. */
async function openLibrary() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  return sharp
}

let library: ReturnType<typeof openLibrary> | undefined

async function encode(bytes: Buffer, hash: string): Promise<ImageFile[]> {
  const sharp = await (library ??= openLibrary())
  try {
    const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    const upright = picture.rotate()
    const encoded = kinds.map(({ extension, type }) =>
      widths.map(async (width): Promise<ImageFile> => {
        const resized = upright.clone().resize({ width, withoutEnlargement: true })
        const encoded = resized.timeout({ seconds: secondsMax })[extension](encodings[extension])
        const bytes = await encoded.toBuffer()
        return { name: `${hash}-${width}.${extension}`, type, bytes }
      }),
    )
    return await Promise.all(encoded.flat())
  } catch (error) {
    if (isTimeout(error)) {
      throw new AppError('unavailable', { detail: 'Working on this picture took too long' })
    }
    throw new AppError('unsupported-media', {
      detail: 'This is not a JPEG, PNG, WebP or AVIF picture we can read',
    })
  }
}
