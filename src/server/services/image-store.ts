import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { AppError } from '../errors.ts'
import { createTurns } from '../turns.ts'
import { createDiskImages } from './disk-images.ts'

/** The widest last: it is the one an address without a width means, and is there when all are. */
const widths = [320, 640, 1280] as const
const widest = 1280
const pixelsMax = 24_000_000
const formats = new Set(['jpeg', 'png', 'webp', 'heif'])
const turns = { working: 2, waiting: 8 } as const
const fileNames = /^[0-9a-f]{32}(?:-\d+)?\.webp$/

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
  webp: Buffer
}

/** Where the files of pictures lie. */
export interface ImageFiles {
  /** Keeps the widths of one picture, the widest last. Returns its address if it is not ours. */
  keep(files: readonly ImageFile[]): Promise<string | undefined>
  open(name: string): Promise<FoundImage | undefined>
}

/** Pictures named by their content, so that an address below /images/ never changes what it shows. */
export function createImageStore(folder: string, elsewhere?: ImageFiles): ImageStore {
  const inTurn = createTurns(turns)
  const disk = createDiskImages(folder)
  return {
    async add(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const files = await inTurn(() => encode(bytes, hash))
      const address = await (elsewhere ?? disk).keep(files)
      return address ?? `/images/${fileName(hash, widest)}`
    },

    async open(name) {
      if (!fileNames.test(name)) return undefined
      // What was kept on disk before there was another store keeps its address.
      return (await disk.open(name)) ?? elsewhere?.open(name)
    },
  }
}

const fileName = (hash: string, width: number) =>
  width === widest ? `${hash}.webp` : `${hash}-${width}.webp`

async function encode(bytes: Buffer, hash: string): Promise<ImageFile[]> {
  try {
    const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    const { format } = await picture.metadata()
    // SVG and GIF are read by the library too, but have no place among photographs of parts.
    if (!formats.has(format)) throw new AppError('unsupported-media')
    const upright = picture.rotate()
    const encoded = widths.map(async (width) => {
      const resized = upright.clone().resize({ width, withoutEnlargement: true })
      const webp = await resized.webp({ quality: 80, effort: 4 }).toBuffer()
      return { name: fileName(hash, width), webp }
    })
    return await Promise.all(encoded)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unsupported-media', {
      detail: 'This is not a JPEG, PNG, WebP or AVIF picture we can read',
    })
  }
}
