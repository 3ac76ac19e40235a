import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findDeadlocks, scanLogs } from './logs.ts'

const folder = mkdtempSync(join(tmpdir(), 'auto-parts-logs-'))
afterAll(() => rmSync(folder, { recursive: true }))

function logOf(...lines: string[]) {
  const file = join(folder, `${lines.length}.log`)
  writeFileSync(file, lines.join('\n'))
  return [file]
}

const harmless = '2026-11-22 18:00:00 UTC LOG:  checkpoint starting: time'

test('finds a deadlock in the log of PostgreSQL', () => {
  const line = '2026-11-22 18:00:00 UTC [77] ERROR:  deadlock detected'
  expect(findDeadlocks(logOf(harmless, line))).toMatchObject([{ count: 1, examples: [line] }])
  expect(findDeadlocks(logOf(harmless))).toEqual([])
})

test.each([
  ['an access token', 'authorization: eyJhbGciOiJFUzI1NiJ9.eyJzdWIi'],
  ['a client secret', 'pi_1_secret_abcdefgh12'],
  ['a card number', 'card 4242424242424242 was declined'],
  ['an e-mail address', 'Key (email)=(mia@shop.example) already exists.'],
])('finds %s in a log', (name, line) => {
  expect(scanLogs(logOf(harmless, line))).toMatchObject([
    { invariant: 'I14', count: 1, examples: [expect.stringContaining(name)] },
  ])
  expect(scanLogs(logOf(harmless))).toEqual([])
})
