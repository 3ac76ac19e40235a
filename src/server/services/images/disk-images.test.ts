import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseRefusal } from '../../errors/errors.ts'
import { createDiskImages } from './disk-images.ts'

test('a failed write leaves no partial file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-images-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'a.webp/b'), { recursive: true })
  const bytes = Buffer.from('picture')
  const keeping = createDiskImages(folder).put([{ name: 'a.webp', type: 'image/webp', bytes }])
  await expect(keeping).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['a.webp'])
})

test('a full disk is a temporary 503, not a 500', async () => {
  const error: unknown = await writeFile('/dev/full', 'picture').catch((thrown: unknown) => thrown)
  expect(databaseRefusal(error)?.code).toBe('unavailable')
})
