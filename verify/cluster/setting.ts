import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { chownToPostgres, startProgram } from './program.ts'
import type { Program } from './program.ts'

const examples = 'deploy/cluster'

export const loopback = '127.0.0.1'
/** As in the examples. */
export const superuser = 'postgres:superuser-password'
export const shopUser = 'shop:shop-password'

/** The folder and the running programs of a cluster. */
export interface Setting {
  folder: string
  /** Functions that stop what was started, to be called in reverse order. */
  running: (() => Promise<unknown>)[]
  /** Called when a program ends by itself. */
  fail: (error: Error) => void
}

export const readExample = (file: string) => readFileSync(join(examples, file), 'utf8')

/** An example of `deploy/cluster` with the addresses of this test; throws if it lacks one of them. */
export function render(file: string, replacements: Readonly<Record<string, string>>): string {
  let text = readExample(file)
  for (const [example, real] of Object.entries(replacements)) {
    if (!text.includes(example)) throw new Error(`${file} has no ${example}`)
    text = text.replaceAll(example, real)
  }
  return text
}

/** Writes a file that only the account of the programs may read. */
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
