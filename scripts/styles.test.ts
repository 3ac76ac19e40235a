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
