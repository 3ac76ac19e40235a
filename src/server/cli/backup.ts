import { join, resolve } from 'node:path'
import { backUp } from '../backup/dump.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const script = {
  usage: 'npm run backup [-- <folder>]',
  about: 'Writes everything the shop keeps into a folder, while it runs.',
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
It holds the shop's secrets too: keep it as safe as the shop itself.`
})
