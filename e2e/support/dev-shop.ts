import {
  closeSync,
  cpSync,
  globSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { freePorts } from '../../scripts/ports.ts'
import { startChild } from '../../scripts/processes.ts'
import type { Address } from './api.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'

const copied = [
  'src',
  'sandbox',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
]
const log = 'test-results/dev-mode.log'

export interface DevShop extends Address {
  /** Replaces a text that one file of the copy has, and saves by renaming, as many editors do. */
  edit(from: string, to: string): void
  end(): Promise<void>
}

/** Runs `npm run dev` on a copy of the source. */
export async function openDevShop(): Promise<DevShop> {
  const copy = copyOfSource()
  const [port = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(3)
  const baseURL = `http://localhost:${port}`
  const output = openSync(log, 'w')
  const program = startChild('scripts/dev.ts', {
    cwd: copy,
    output,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: join(copy, 'data'),
      // A mail is waited for.
      JOB_INTERVAL_SECONDS: '0.5',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
    },
  })
  const end = async () => {
    await program.stop()
    closeSync(output)
    await rm(copy, { recursive: true, force: true })
  }
  const failure = await Promise.race([program.ready.then(() => undefined), program.ended])
  if (failure) {
    await end()
    throw new Error(`Dev mode ended ${failure} (${log})`)
  }

  return {
    baseURL,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    edit(from, to) {
      const files = globSync('src/**/*.{ts,tsx}', { cwd: copy }).map((file) => join(copy, file))
      const found = files.filter((file) => readFileSync(file, 'utf8').includes(from))
      const [file, ...others] = found
      if (!file || others.length > 0) throw new Error(`Not in one file: ${from}`)
      writeFileSync(`${file}~`, readFileSync(file, 'utf8').replace(from, to))
      renameSync(`${file}~`, file)
    },
    end,
  }
}

/** The packages are linked one by one: Vite's cache beside them belongs to the copy. */
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
