import { join, resolve } from 'node:path'
import { backUp } from '../backup/dump.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const script = {
  usage: 'npm run backup [-- <folder>]',
  about: 'Writes a backup of database and files into a folder while the shop runs.',
  takesWords: true,
}
const [given, ...others] = readCommandLine(script).words
if (others.length > 0) refuse(script)

await runCommand(async ({ url, dataDir }) => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(given ?? join(dataDir, 'backups', stamp))
  const { tables, createdAt } = await backUp({ url, dataDir, folder })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} tables with ${rows} rows, as of ${createdAt}, and the pictures are in
${folder}
The backup contains the shop's secrets: protect it like the shop itself.`
})
