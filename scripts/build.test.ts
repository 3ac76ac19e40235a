import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashOf } from './build.ts'

test('the pages are rebuilt exactly when a source is changed, added or renamed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const hash = () => hashOf(['src/**/*.*'], folder)
  mkdirSync(join(folder, 'src', 'web'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, 'src/web', name), text)

  write('a.ts', '1')
  const first = hash()
  write('a.ts', '1')
  writeFileSync(join(folder, 'README.md'), 'no source')
  expect(hash()).toBe(first)

  write('a.ts', '2')
  const changed = hash()
  write('b.ts', '')
  const added = hash()
  renameSync(join(folder, 'src/web/b.ts'), join(folder, 'src/web/c.ts'))
  expect(new Set([first, changed, added, hash()]).size).toBe(4)
})
