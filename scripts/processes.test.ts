import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from './processes.ts'

test('a program is ready after its message, and stops after SIGTERM', async () => {
  const child = startChild(program(`process.send('ready'); setInterval(() => {}, 1000)`), {
    env: process.env,
  })
  await child.ready
  await child.stop()
  expect(await child.ended).toBe('by SIGTERM')
})

test('the end of a failed program contains its exit code', async () => {
  const child = startChild(program('process.exit(3)'), { env: process.env })
  expect(await child.ended).toBe('with exit code 3')
  await child.stop()
})

function program(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'program-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'program.mjs')
  writeFileSync(file, code)
  return file
}
