import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Phrases with a plainer or more searchable alternative, with an example of each; see docs/glossary.md. */
const banned: [RegExp, string][] = [
  [/\bwho(?:ever)\b/i, 'who' + 'ever asks'],
  [/\bwhat(?:ever)\b/i, 'what' + 'ever comes'],
  [/\bof (?:before)\b/i, 'keys of ' + 'before'],
  [/\b(?:is|are) (?:told)\b/i, 'the customer is ' + 'told'],
  [/\bat (?:hand)\b/i, 'what is at ' + 'hand'],
]
const headless: [RegExp, string][] = [
  [/(?:\/\/|\/?\*+|^#|^--)\s*What (?:is|was|has|are|were|have|had)\b/, '// What ' + 'was lost'],
  [
    /\b(?:test|describe|it)\S*\(\s*['"`]what (?:is|was|has|are|were|have|had)\b/i,
    "test('what " + "is lost'",
  ],
]
const rules = [...banned, ...headless]

/** Generated, released, or fixed to the letter. */
const exempt =
  /^(package-lock\.json|.*\/package-lock\.json|docs\/specification\.md|.*\/migrations\/.*\.sql)$|licence\.txt$/

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
