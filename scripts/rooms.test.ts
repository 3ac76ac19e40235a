import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

/** Folders of data files. */
const data = /\/(migrations|parts|icons|fonts)$/

/** Folders of fewer than three files, with the reason for each. */
const smallFolders = new Map([
  ['src/server/features/vehicles/data', 'data of the car list, beside the code that reads it'],
  ['src/web/assets/fonts', 'files of the fonts'],
  ['src/web/features/alerts', 'a feature of the browser, which no other may import'],
  ['src/web/features/audit', 'a feature of the browser, which no other may import'],
  ['src/web/features/users', 'a feature of the browser, which no other may import'],
])

const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).trim().split('\n')
const folders = Map.groupBy(files, (file) => dirname(file))

test('no folder of src holds more than 30 files beside its tests', () => {
  const crowded = [...folders]
    .map(([name, files]) => ({
      name,
      count: files.filter((file) => !/\.test\.tsx?$/.test(file)).length,
    }))
    .filter(({ name, count }) => !data.test(name) && count > 30)
  expect(crowded).toEqual([])
})

test('a folder of src holds at least three files, or has a reason', () => {
  const small = [...folders.keys()].filter(
    (folder) => files.filter((file) => file.startsWith(`${folder}/`)).length < 3,
  )
  expect(small.toSorted()).toEqual([...smallFolders.keys()])
})

test('the root of the server holds at most 8 files', () => {
  expect(folders.get('src/server')?.length).toBeLessThanOrEqual(8)
})
