import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startChild } from '../../scripts/processes.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'
import type { ShopUrls } from './api.ts'
import { startLogged, testSettings, urlsOf } from './test-shop.ts'

const copied = [
  'src',
  'sandbox',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
]

export interface DevShop extends ShopUrls {
  /** Replaces a text that exactly one file of the copy contains. Saves by renaming, as many editors do. */
  edit(from: string, to: string): void
  end(): Promise<void>
}

/** Runs `npm run dev` on a copy of the source. */
export async function openDevShop(): Promise<DevShop> {
  const copy = copyOfSource()
  const removeCopy = () => rm(copy, { recursive: true, force: true })
  const env = await testSettings(join(copy, 'data'))
  const program = await startLogged('dev-mode', (output) =>
    startChild('scripts/dev.ts', { cwd: copy, output, env }),
  ).catch(async (error: unknown) => {
    await removeCopy()
    throw error
  })

  return {
    ...urlsOf(env),
    edit(from, to) {
      const files = globSync('src/**/*.{ts,tsx}', { cwd: copy }).map((file) => join(copy, file))
      const found = files.filter((file) => readFileSync(file, 'utf8').includes(from))
      const [file, ...others] = found
      if (!file || others.length > 0) throw new Error(`Not in one file: ${from}`)
      writeFileSync(`${file}~`, readFileSync(file, 'utf8').replace(from, to))
      renameSync(`${file}~`, file)
    },
    end: async () => {
      await program.stop()
      await removeCopy()
    },
  }
}

/** Links each package, not their folder: Vite writes its cache there, and the cache must belong to the copy. */
function copyOfSource(): string {
  const copy = makeTemporaryFolder('dev')
  for (const name of copied) cpSync(name, join(copy, name), { recursive: true })
  const link = (path: string) => symlinkSync(resolve(path), join(copy, path), 'junction')
  link('dist')
  mkdirSync(join(copy, 'node_modules'))
  const packages = readdirSync('node_modules').filter((name) => !name.startsWith('.'))
  for (const name of packages) link(join('node_modules', name))
  return copy
}
