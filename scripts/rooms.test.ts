import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

/** Folders of data files. */
const data = /\/(migrations|parts|icons|fonts)$/

const folders = Map.groupBy(
  execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).trim().split('\n'),
  (file) => dirname(file),
)

test('no folder of src holds more than 20 files', () => {
  const crowded = [...folders].filter(([name, files]) => !data.test(name) && files.length > 20)
  expect(crowded.map(([name, files]) => `${name}: ${files.length}`)).toEqual([])
})

test('the root of the server holds at most 8 files', () => {
  expect(folders.get('src/server')?.length).toBeLessThanOrEqual(8)
})
