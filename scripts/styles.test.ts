import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = execFileSync('git', ['ls-files', 'src/web'], { encoding: 'utf8' })
  .trim()
  .split('\n')
const textOf = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(file)).map((file) => readFileSync(file, 'utf8'))

test('each class of a component has a style', () => {
  const styled = new Set(
    textOf(/\.css$/).flatMap((css) =>
      [...css.matchAll(/\.([a-z][\w-]+)/gi)].map(([, name]) => name),
    ),
  )
  const used = textOf(/(?<!\.test)\.tsx$/).flatMap((component) =>
    [...component.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  expect(used.length).toBeGreaterThan(200)
  expect([...new Set(used)].filter((name) => !styled.has(name))).toEqual([])
})

test('a style sheet that arrives late has no cascade layer, which would swap the font of a drawn page', () => {
  const sheets = sources.filter((file) => file.endsWith('.css') && file !== 'src/web/main.css')
  expect(sheets.length).toBeGreaterThan(40)
  expect(
    sheets.filter((file) => /@layer|layer\(/.test(readFileSync(file, 'utf8'))),
    'styles belong to the layers of main.css or to none',
  ).toEqual([])
})
