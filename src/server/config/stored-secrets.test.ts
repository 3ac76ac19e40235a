import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'auto-parts-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const starts = 4
const folders = Array.from({ length: 100 }, (_, index) => join(folder, String(index)))

/** Reads the secrets of each folder at the same time as the other threads. */
const start = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { file, folders, starts, shared } = workerData
  const waiting = new Int32Array(shared)
  void import(file).then(async ({ storedSecrets }) => {
    const found = []
    for (const [index, folder] of folders.entries()) {
      Atomics.add(waiting, index, 1)
      Atomics.notify(waiting, index)
      for (let here; (here = Atomics.load(waiting, index)) < starts;) {
        Atomics.wait(waiting, index, here)
      }
      found.push(await storedSecrets(folder).then(JSON.stringify, String))
    }
    parentPort.postMessage(found)
  })`

/** @shows asvs-13.3.2 */
test('concurrent starts share the same secrets', async () => {
  const shared = new SharedArrayBuffer(4 * folders.length)
  const file = new URL('./stored-secrets.ts', import.meta.url).href
  const workers = Array.from(
    { length: starts },
    () => new Worker(start, { eval: true, workerData: { file, folders, starts, shared } }),
  )
  const answers = await Promise.all(workers.map((worker) => once(worker, 'message')))
  const [first, ...others] = answers.map(([found]) => found as string[])
  for (const other of others) expect(other).toEqual(first)
  expect(first?.every((secrets) => 'IDENTITY_SECRET' in JSON.parse(secrets))).toBe(true)
  for (const each of folders) {
    expect(readdirSync(each)).toEqual(['secrets.json'])
    expect(statSync(join(each, 'secrets.json')).mode & 0o777).toBe(0o600)
  }
})
