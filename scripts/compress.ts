import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a `.br` and a `.gz` beside every text file, so that no request waits for compression. */
export async function compressFiles(folder: string): Promise<void> {
  const files = globSync(`${folder}/**/*.{js,css,svg,json,txt,webmanifest}`)
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      writeFileSync(`${file}.gz`, await zip(bytes, { level: constants.Z_BEST_COMPRESSION }))
      writeFileSync(`${file}.br`, await brotli(bytes))
    }),
  )
}
