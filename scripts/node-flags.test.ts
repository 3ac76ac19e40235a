import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nodeFlags } from './node-flags.ts'

const command = (separator: string) => [...nodeFlags, 'src/server/main.ts'].join(separator)

/** @shows P11 */
test('the image and the unit of the operations start nodes with the flags that are measured', () => {
  expect(readFileSync('Dockerfile', 'utf8')).toContain(`CMD ["node", "${command('", "')}"]`)
  expect(readFileSync('deploy/auto-parts.service', 'utf8')).toContain(`/node ${command(' ')}\n`)
  expect(readFileSync('docs/operations/README.md', 'utf8')).toContain(`node ${command(' ')}\``)
})
