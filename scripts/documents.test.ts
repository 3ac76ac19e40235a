import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../src/server/config/config.ts'
import { identitySettingNames } from '../src/server/config/identity-settings.ts'

const documents = globSync('{*.md,{docs,src,verify}/**/*.md}', { exclude: ['**/0000-template.md'] })

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

/** About earlier versions. */
const unchecked = /CHANGELOG/

const path = /`((?:src|scripts|sandbox|e2e|verify|measure|rig|deploy|docs)\/[\w./-]*\w)`/g

test.each(documents.filter((file) => !unchecked.test(file)))(
  'every path in %s exists in the repository',
  (file) => {
    const paths = Array.from(read(file).matchAll(path), ([, name = '']) => name)
    expect(paths.filter((name) => !existsSync(name) && !/wish/.test(name))).toEqual([])
  },
)

test.each(documents.filter((file) => file.startsWith('src/')))(
  'every file that %s names is beside it',
  (file) => {
    const names = Array.from(read(file).matchAll(/`([\w./-]+\.tsx?)`/g), ([, name = '']) => name)
    expect(names.filter((name) => !existsSync(join(dirname(file), name)))).toEqual([])
  },
)

/** Generated, or fixed to the letter. */
const unwrapped = /^(?:docs\/(?:data-model|retention|specification)\.md|(?:src|verify)\/.*)$/

/** Code, tables, headings, and the entries that tests read by line: capabilities, ASVS items, and the index of decisions. */
const fixedLine = /^(?: {4}|\s*\||#|<|- (?:row-|asvs-|\[\d{4} ))/

const longLines = (text: string) =>
  text
    .replaceAll(/^ *```.*?^ *```/gms, '')
    .split('\n')
    .filter((line) => line.length > 120 && !fixedLine.test(line))

test.each(documents.filter((file) => !unwrapped.test(file)))(
  'no line of prose in %s is longer than 120 characters',
  (file) => {
    expect(longLines(read(file))).toEqual([])
  },
)

test('a long line is found in prose, and not in code or a table', () => {
  const long = 'word '.repeat(30)
  const text = ['# Title', long, `- ${long}`, `| ${long} |`, `- row-1: ${long}`, '```', long, '```']
  expect(longLines(text.join('\n'))).toEqual([long, `- ${long}`])
})

test('the README lists every script', () => {
  const cells = read('README.md').match(/^\| `npm .*?[^\\] \|/gm) ?? []
  const listed = cells.flatMap((cell) =>
    Array.from(cell.matchAll(/`(?:npm run |npm )?([\w:-]+)/g), ([, name]) => name),
  )
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  expect(new Set(listed)).toEqual(new Set(Object.keys(scripts)))
})

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

test('the architecture lists every promise, in its order', () => {
  const [, section = ''] = read('docs/architecture.md').split('## The promises')
  const listed = Array.from(section.split('\n## ')[0]?.matchAll(/^(\d+)\. /gm) ?? [], ([, n]) => n)
  const promises = Array.from(read('docs/security/promises.md').matchAll(/^## P(\d+): /gm))
  expect(listed).toEqual(promises.map(([, n]) => n))
})
