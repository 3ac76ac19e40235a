import { createInterface } from 'node:readline/promises'
import pg from 'pg'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const command = {
  usage: 'npm run sql [-- --url | <statement>]',
  about: `Runs SQL on the shop's database: the statement, or each that is typed and ends with a semicolon. The
embedded PostgreSQL comes without psql, and is started if the shop does not run.`,
  flags: { url: 'only print the connection address, with its password' },
}
const { flags, words } = readCommandLine(command)
const [statement, ...others] = words
if (others.length > 0) refuse(command, 'A statement is one argument: put it in quotes.')

await runCommand(async ({ url }) => {
  if (flags.has('url')) return url
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return statement ? await run(client, statement) : await converse(client)
  } finally {
    await client.end()
  }
})

async function run(client: pg.Client, text: string): Promise<string> {
  const results = [await client.query(text)].flat()
  for (const { rows } of results) if (rows.length > 0) console.table(rows)
  return results.map(({ command, rowCount }) => `${command} ${rowCount ?? ''}`.trim()).join('\n')
}

/** Until the end of the input. */
async function converse(client: pg.Client): Promise<string> {
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
    prompt: 'sql> ',
  })
  let isOpen = process.stdin.isTTY
  terminal.once('close', () => (isOpen = false))
  const prompt = () => isOpen && terminal.prompt()
  let typed = ''
  prompt()
  for await (const line of terminal) {
    typed += `${line}\n`
    if (line.trimEnd().endsWith(';')) {
      console.log(await run(client, typed).catch(String))
      typed = ''
    }
    prompt()
  }
  return ''
}
