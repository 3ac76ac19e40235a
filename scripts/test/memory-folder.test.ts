import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeMemoryFolder } from './memory-folder.ts'

test('folders of killed runs are removed after an hour, others stay', () => {
  const memory = mkdtempSync(join(tmpdir(), 'auto-parts-memory-'))
  onTestFinished(() => rmSync(memory, { recursive: true }))
  const ended = spawnSync(process.execPath, ['--version']).pid
  const made = (name: string, minutes: number) => {
    const folder = join(memory, name)
    mkdirSync(folder)
    const time = Date.now() / 1000 - minutes * 60
    utimesSync(folder, time, time)
    return folder
  }
  const killed = made(`auto-parts-${ended}-a`, 61)
  const others = [
    made(`auto-parts-${ended}-b`, 59),
    made(`auto-parts-${process.pid}-c`, 61),
    made(`other-${ended}-d`, 61),
  ]
  const own = makeMemoryFolder(memory, 0)
  expect(own).toBeDefined()
  expect([killed, ...others, own!].map(existsSync)).toEqual([false, true, true, true, true])
})
