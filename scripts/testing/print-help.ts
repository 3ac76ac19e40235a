// Calls each script with --help, in one process, since most of them import the whole server.
// Arguments: the scripts' files, each with its words in one argument. Output: a JSON array of `Call`.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'

export interface Call {
  stdout: string
  stderr: string
  /** The exit code, or why there is none. */
  code: number | string
  /** Files in the temporary folder afterwards. */
  files: string[]
}

class Exit extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit ${code}`)
    this.code = code
  }
}

const calls: Call[] = []
const { argv, exit, stdout: output } = process
for (const [index, command] of argv.slice(2).entries()) {
  const [file = '', ...words] = command.split(' ')
  const args = [...words, '--help']
  const isGuarded = readFileSync(file, 'utf8').includes('import.meta.main')
  const printed = isGuarded ? start(file, args) : await load(file, args, index)
  calls.push({ ...printed, files: readdirSync(String(process.env['TMPDIR'])) })
}
Object.assign(process, { argv, exit })
output.write(JSON.stringify(calls))

/** Starts a script that does nothing when it is imported. */
function start(file: string, args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
  })
  return { stdout, stderr, code: status ?? 'a signal' }
}

async function load(file: string, args: string[], index: number) {
  const printed = { stdout: '', stderr: '' }
  console.log = (...texts) => void (printed.stdout += `${format(...texts)}\n`)
  console.error = (...texts) => void (printed.stderr += `${format(...texts)}\n`)
  Object.assign(process, {
    argv: [argv[0], file, ...args],
    exit(code: number) {
      throw new Exit(code)
    },
  })
  const loaded: Promise<unknown> = import(`${pathToFileURL(file).href}?${index}`)
  const code = await loaded.then(
    () => 'it did not end',
    (error: unknown) => (error instanceof Exit ? error.code : String(error)),
  )
  return { ...printed, code }
}
