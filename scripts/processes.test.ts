import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from './processes.ts'

test('a program is ready when it says so, and stops when asked', async () => {
  const child = startChild(program(`process.send('ready'); setInterval(() => {}, 1000)`), {
    env: process.env,
  })
  await child.ready
  await child.stop()
  expect(await child.ended).toBe('by SIGTERM')
})

test('a program that fails on its own tells how it ended', async () => {
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
