import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { chownToPostgres, startProgram } from './program.ts'
import type { Program } from './program.ts'

const examples = 'deploy/cluster'

export const home = '127.0.0.1'
/** As the examples have them. */
export const superuser = 'postgres:superuser-password'
export const shopUser = 'shop:shop-password'

/** Where a cluster lies and what becomes of its programs. */
export interface Setting {
  folder: string
  /** Ends each thing that was started, even if the rest fails. */
  running: (() => Promise<unknown>)[]
  /** Hears of programs that end by themselves. */
  fail: (error: Error) => void
}

export const readExample = (file: string) => readFileSync(join(examples, file), 'utf8')

/** An example of `deploy` with the addresses of this test; each of them must stand in it. */
export function render(file: string, replacements: Readonly<Record<string, string>>): string {
  let text = readExample(file)
  for (const [example, real] of Object.entries(replacements)) {
    if (!text.includes(example)) throw new Error(`${file} has no ${example}`)
    text = text.replaceAll(example, real)
  }
  return text
}

/** Writes a file that only its program may read. */
export function write({ folder }: Setting, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  chownToPostgres(path)
  return path
}

export const start = (
  { folder, fail }: Setting,
  command: string,
  name: string,
  args: readonly string[],
): Program => startProgram(command, { args, log: join(folder, `${name}.log`), fail })

export async function query(url: string, statement: string) {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}
