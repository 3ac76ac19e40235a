import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { StartError } from './start/start-error.ts'
import { storedSecrets } from './stored-secrets.ts'

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

const newFolder = () => mkdtempSync(join(folder, 'faulty-'))

/** @shows row-89 */
test.each(['', '{', '[]', 'null', '"text"', '{"IDENTITY_SECRET":1}'])(
  'a damaged file of secrets is named and kept: %s',
  async (content) => {
    const dataDir = newFolder()
    const file = join(dataDir, 'secrets.json')
    writeFileSync(file, content)
    const refusal = new StartError(`${file} is damaged: restore it from a backup`)
    await expect(storedSecrets(dataDir)).rejects.toEqual(refusal)
    expect([readdirSync(dataDir), readFileSync(file, 'utf8')]).toEqual([['secrets.json'], content])
  },
)

test('a folder in place of the file of secrets is named', async () => {
  const dataDir = newFolder()
  const file = join(dataDir, 'secrets.json')
  mkdirSync(file)
  const refusal = new StartError(`${file} cannot be read: make it a file that its account can read`)
  await expect(storedSecrets(dataDir)).rejects.toEqual(refusal)
})

test.each([
  ['trials', {}],
  ['production', { NODE_ENV: 'production' }],
])('a file as data folder is named, in %s', async (_, env) => {
  const DATA_DIR = join(newFolder(), 'data')
  writeFileSync(DATA_DIR, '')
  const refusal = new StartError(
    `${DATA_DIR} is a file, not a folder: remove it, or change DATA_DIR`,
  )
  await expect(loadConfig({ ...env, DATA_DIR })).rejects.toEqual(refusal)
  await expect(storedSecrets(join(DATA_DIR, 'below'))).rejects.toBeInstanceOf(StartError)
})
