import { globSync, readFileSync } from 'node:fs'

/** A test, or a group of tests, below a comment with the ids that it shows: `@shows row-65, P1, asvs-2.3.4`. */
export interface TaggedTest {
  file: string
  line: number
  /** Undefined if no test follows the comment. */
  title: string | undefined
  ids: string[]
}

const testFiles = '*/**/*.{test,spec}.ts'
const otherFolders = ['**/node_modules', 'dist', 'data', 'test-results']

export const allTaggedTests = (): TaggedTest[] =>
  globSync(testFiles, { exclude: otherFolders })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((file) => taggedTests(file, readFileSync(file, 'utf8')))

/**
 * Reads the tags from the text: a comment is the only kind of tag that both test runners and all kinds of tests
 * support. A malformed tag has no title.
 */
export function taggedTests(file: string, source: string): TaggedTest[] {
  return Array.from(source.matchAll(/^[ \t]*(?:\/[/*]|\*).*@shows\b/gm), ({ index }) => {
    const rest = source.slice(index)
    const [comment = '', list = ''] = /^[ \t]*\/\*\* @shows ([^/]*)\*\/\s*/.exec(rest) ?? []
    const line = source.slice(0, index + comment.length).split('\n').length
    const ids = list.split(/[\s,*]+/).filter((id) => id !== '')
    return { file, line, title: titleOf(rest.slice(comment.length)), ids }
  })
}

/** The title of the test at the beginning of a text; that of an `each` follows its cases. */
function titleOf(text: string): string | undefined {
  const call = /^(?:test|describe)(?:\.\w+)*?/.source
  const title = /\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"([^"]*)")/.source
  const [, ...quoted] =
    new RegExp(`${call}${title}`).exec(text) ??
    new RegExp(`${call}\\.each\\b[^]*?\\)${title}`).exec(text) ??
    []
  return quoted.find((words) => words !== undefined)
}
