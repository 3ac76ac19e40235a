import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backUp, draftOf } from '../backup/dump.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const command = {
  usage: 'npm run backup [-- <folder>]',
  about: 'Writes a backup of database and files into a folder while the shop runs.',
}
const [given, ...others] = readCommandLine(command).words
if (others.length > 0) refuse(command)

await runCommand(async ({ url, dataDir }) => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(given ?? join(dataDir, 'backups', stamp))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      rmSync(draftOf(folder), { recursive: true, force: true })
      process.exit(1)
    })
  }
  const { tables, createdAt } = await backUp({ url, dataDir, folder })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} tables with ${rows} rows, as of ${createdAt}, and the pictures are in
${folder}
The backup contains the shop's secrets: protect it like the shop itself.`
})
