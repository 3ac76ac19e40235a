import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Joined at run time, so that this file does not contain the phrases. */
const join = (...parts: string[]) => parts.join('')

/** Banned phrases, with an example of each; docs/glossary.md has the terms to use. */
const rules: [RegExp, string][] = [
  [/\bwho(?:ever)\b/i, join('who', 'ever asks')],
  [/\bwhat(?:ever)\b/i, join('what', 'ever comes')],
  [/\bof (?:before)\b/i, join('keys of ', 'before')],
  [/\b(?:is|are) (?:told)\b/i, join('the customer is ', 'told')],
  [/\bat (?:hand)\b/i, join('answers at ', 'hand')],
  [
    /(?:\/\/|\/?\*+|^#|^--)\s*What (?:is|was|has|are|were|have|had)\b/,
    join('// What ', 'was lost'),
  ],
  [
    /\b(?:test|describe|it)\S*\(\s*['"`]what (?:is|was|has|are|were|have|had)\b/i,
    join("test('what ", "is lost'"),
  ],
  [/(?:\/\/|\/?\*+)\s*Of \w/, join('/** O', 'f its last reading. */')],
  [/\/\*\* The same (?!as\b|\w+ as\b)/, join('/** The sa', 'me of a line. */')],
  [
    /(?<!\bthere )\b(?:is|are) no (?!better|less|longer|more|such|worse)\w/i,
    join('a promise is n', 'o cleanup'),
  ],
  [/\bbelongs? (?:into)\b/i, join('styles that belong in', 'to the page')],
  [/(?<!\bas )\bof (?:now)\b/i, join('the prices of n', 'ow')],
]

/** Generated, released, or fixed by the specification. */
const exempt =
  /^((.*\/)?package-lock\.json|docs\/specification\.md|.*\/migrations\/.*\.sql|.*\/definitions\.sql)$|licence\.txt$/

const text = /\.(tsx?|mjs|js|css|md|json|ya?ml|sql|html|service|cfg|ini|example)$|Dockerfile$/

test('the banned phrases occur nowhere', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
  const found = files
    .filter((file) => text.test(file) && !exempt.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          rules.some(([pattern]) => pattern.test(line))
            ? [`${file}:${index + 1} ${line.trim()}`]
            : [],
        ),
    )
  expect(found).toEqual([])
})

test.each(rules)('%s finds its example', (pattern, example) => {
  expect(example).toMatch(pattern)
})

const comment = /^\s*(?:\/\/|\/?\*)/

/** @shows row-126 */
test('pages, messages and mails spell it email', () => {
  const sources = globSync('src/**/*.{ts,tsx,md}').filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file),
  )
  const found = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /\be-mail(?!-)/i.test(line) && !comment.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(sources.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

const bareCount = /=== 1\s*\?\s*'1 [^']*'\s*:\s*`[^`$]*\$\{(?!groupDigits)/

/** @shows row-126 */
test('counts in texts are grouped by thousands', () => {
  // Controls know no formats of the shop; theirs count to five.
  const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['src/web/ui/**'] }).filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file),
  )
  expect(sources.filter((file) => bareCount.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(bareCount.test("parts.length === 1 ? '1 part' : `${parts.length} parts`")).toBe(true)
})
