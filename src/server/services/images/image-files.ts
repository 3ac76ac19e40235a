/** A picture to be sent, or the address where browsers find it. */
export type FoundImage =
  | { size: number | undefined; stream: NodeJS.ReadableStream }
  | { address: string }

export interface ImageFile {
  name: string
  type: 'image/avif' | 'image/webp'
  bytes: Buffer
}

/** A storage of picture files: a folder, a bucket or a hosted service. */
export interface ImageFiles {
  /** Stores the files of one picture, the widest WebP last. Returns its address if the shop does not serve it. */
  put(files: readonly ImageFile[]): Promise<string | undefined>
  open(name: string): Promise<FoundImage | undefined>
  /** Deletes files; those that do not exist are skipped. */
  remove(names: readonly string[]): Promise<void>
}
