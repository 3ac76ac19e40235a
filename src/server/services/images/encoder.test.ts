import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeApart } from './encoder.ts'
import { uploadedPicture } from '../../testing/uploaded-picture.ts'

/** The file of a picture. */
async function photo(width = 1600) {
  const create = { width, height: 1200, channels: 3, background: '#b3261e' } as const
  return uploadedPicture(await sharp({ create }).jpeg().toBuffer()).path
}

/** The processes that this one has started to encode pictures. */
const encoders = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isEncoder(pid))

function isEncoder(pid: number): boolean {
  try {
    const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return parent === String(process.pid) && command.includes('encoder-process')
  } catch {
    return false
  }
}

/** @shows row-61, P11 */
test('each picture is encoded by a process without secrets, which ends with it', async () => {
  const encoding = encodeApart(await photo(), 'abc')
  const [pid = 0] = encoders()
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/DATA|URL|SECRET|TOKEN/)
  const files = await encoding
  expect(files.map(({ name }) => name)).toEqual(
    ['avif', 'webp'].flatMap((kind) => [320, 640, 1280].map((width) => `abc-${width}.${kind}`)),
  )
  expect(await sharp(files.at(-1)?.bytes).metadata()).toMatchObject({ format: 'webp', width: 1280 })
  await expect.poll(encoders, { timeout: 10_000 }).toEqual([])
})

/** @shows row-61 */
test('a refusal is the same as in the node', async () => {
  const { path } = uploadedPicture(Buffer.from('<svg/>'))
  const refused = { code: 'unsupported-media', extra: { detail: expect.stringContaining('JPEG') } }
  await expect(encodeApart(path, 'abc')).rejects.toMatchObject(refused)
})

/** @shows row-61 */
test('a process that dies refuses its picture with a time to retry', async () => {
  const interrupted = encodeApart(await photo(), 'abc')
  const [pid = 0] = encoders()
  process.kill(pid, 'SIGKILL')
  const retry = { code: 'unavailable', extra: { headers: { 'retry-after': '5' } } }
  await expect(interrupted).rejects.toMatchObject(retry)
  expect(await encodeApart(await photo(40), 'abc')).toHaveLength(6)
})
