import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../src/server/config/config.ts'
import { identitySettingNames } from '../src/server/config/identity-settings.ts'

const documents = globSync('{*.md,{docs,verify}/**/*.md}', { exclude: ['**/0000-template.md'] })

const read = (file: string) => readFileSync(file, 'utf8')

/** The anchor that GitHub gives a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (file: string) =>
  Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchor(heading))

function isReachable(from: string, link: string) {
  const [path = '', fragment] = link.split('#')
  const target = path ? join(dirname(from), path) : from
  return existsSync(target) && (fragment === undefined || anchorsOf(target).includes(fragment))
}

test.each(documents)('every link of %s has an existing file and heading', (file) => {
  const links = Array.from(read(file).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  const broken = links.filter((link) => !/^\w+:/.test(link) && !isReachable(file, link))
  expect(broken).toEqual([])
})

/** Generated, or about earlier versions. */
const unchecked = /CHANGELOG|coverage|asvs|mutants|promises/

const path = /`((?:src|scripts|sandbox|e2e|verify|measure|deploy|docs)\/[\w./-]*\w)`/g

test.each(documents.filter((file) => !unchecked.test(file)))(
  'every path in %s exists in the repository',
  (file) => {
    const paths = Array.from(read(file).matchAll(path), ([, name = '']) => name)
    expect(paths.filter((name) => !existsSync(name) && !/wish/.test(name))).toEqual([])
  },
)

test.each([...settingNames, ...identitySettingNames])('the setting %s is documented', (name) => {
  const settings = read('docs/operations/settings.md') + read('docs/operations/services.md')
  expect(settings.includes(`\`${name}`)).toBe(true)
})

const logLines = read('docs/operations/watching.md')
  .split('\n')
  .filter((line) => /^\| [345]0 /.test(line))
  .flatMap((line) =>
    Array.from(line.matchAll(/`([a-z][a-zA-Z,_: -]{3,})/g), ([, text = '']) => text),
  )

const source = globSync('src/server/**/*.ts', { exclude: ['**/*.test.ts'] })
  .map(read)
  .join('\n')

test.each(logLines)('the documented log line “%s” is in the code of the server', (line) => {
  expect(source.includes(line.trim())).toBe(true)
})
