import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { preparedStatements } from '../../../db/prepared.ts'
import '../place-order.ts'
import './end-attempt.ts'

const folder = import.meta.dirname

/** Those that the files here prepare, and the one whose answer explains a refusal. */
const names = [
  'reservation-terms',
  ...globSync('*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/\bprepared<.*?>\(\s*'([^']+)'/gs),
    ])
    .map(([, name = '']) => name),
].toSorted()

/** The text of a statement with the names of its parameters, as psql takes them. */
function readable(name: string) {
  const { text, parameters } = preparedStatements.get(name)!
  return `${text.replaceAll(/\$(\d+)/g, (_, n: string) => `:${parameters[Number(n) - 1]}`)};\n`
}

test.each(names)('the statement %s is the one that its reviewers read', async (name) => {
  await expect(readable(name)).toMatchFileSnapshot(`statements/${name}.sql`)
})

test('each file of a statement that places orders belongs to one in use', () => {
  const files = globSync('statements/*', { cwd: folder }).map((file) => basename(file, '.sql'))
  expect(files.toSorted()).toEqual(names)
})
