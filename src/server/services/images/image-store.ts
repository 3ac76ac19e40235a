import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { createWorkQueue } from '../../http/limits/work-queue.ts'
import { createDiskImages } from './disk-images.ts'
import { encodePicture, formats, widths } from './encode-picture.ts'
import type { EncodePicture } from './encode-picture.ts'
import type { FoundImage, ImageFiles } from './image-files.ts'

/** One at a time: a picture of 24 megapixels takes 72 MB while it is turned upright. */
const encoding = { concurrent: 1, waitMs: 20_000, expectedMs: 1_000 }
/** Earlier versions stored pictures without a width, as WebP alone. */
const fileNames = /^[0-9a-f]{32}(?:-\d+)?\.(?:avif|webp)$/

const storedAddress = /^\/images\/([0-9a-f]{32})(?:-\d+)?\.(?:avif|webp)$/

const filesOf = (hash: string) => [
  `${hash}.webp`,
  ...formats.flatMap(({ extension }) => widths.map((width) => `${hash}-${width}.${extension}`)),
]

export interface ImageStore {
  /** Checks, re-encodes and stores the picture in a file, by the SHA-256 of its content. Returns its address. */
  add(picture: { path: string; sha256: string }): Promise<string>
  /** The file of an address below /images/; undefined if it does not exist. */
  open(name: string): Promise<FoundImage | undefined>
  /** Deletes all files of the picture with this address, if the shop stores it. */
  remove(address: string): Promise<void>
}

/** Names pictures by their content, so that the picture of an address never changes. */
export function createImageStore(
  folder: string,
  remote?: ImageFiles,
  encode: EncodePicture = encodePicture,
): ImageStore {
  const queue = createWorkQueue({ ...encoding, refusal: tooManyPictures })
  const disk = createDiskImages(folder)
  return {
    async add({ path, sha256 }) {
      const files = await queue.run(() => encode(path, sha256.slice(0, 32)))
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
