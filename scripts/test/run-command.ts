import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { Output } from './lane-output.ts'
import { makeMemoryFolder } from './memory-folder.ts'

const children = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.once(signal, abort)

/** Hundreds of databases are created and dropped again, 20 GB in all: a disk makes the tests a sixth slower. */
const temporaryFolder = process.env['TMPDIR'] ?? makeMemoryFolder()

/** Runs a command to its end and returns its exit code. It ends with this process. */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  output: Output,
  settings: NodeJS.ProcessEnv = {},
): Promise<number> {
  const { NODE_ENV: _, ...env } = process.env
  const child = spawn(command, args, {
    env: { ...env, ...(temporaryFolder && { TMPDIR: temporaryFolder }), ...settings },
    stdio: ['inherit', output.stdio, output.stdio],
    shell: process.platform === 'win32',
  })
  children.add(child)
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => output.write(chunk.toString()))
  }
  const [code] = await once(child, 'close')
  children.delete(child)
  return Number(code ?? 1)
}

/** Runs a test runner that writes the report `file`; returns this report, never that of an earlier run, and its exit code. */
export async function runForReport(
  file: string,
  command: readonly string[],
  output: Output,
  settings: NodeJS.ProcessEnv = {},
) {
  rmSync(file, { force: true })
  const code = await runCommand(command, output, settings)
  if (!existsSync(file))
    throw new Error(`It ended with ${code} before its report; its output is above.`)
  return { report: JSON.parse(readFileSync(file, 'utf8')), code }
}

function abort() {
  for (const child of children) child.kill('SIGTERM')
  process.exit(1)
}
