import { join, resolve } from 'node:path'
import { backUp } from '../backup/dump.ts'
import { runCommand } from './command.ts'

const usage = 'usage: npm run backup [-- <folder>]'

/** Writes a backup beside the running shop. */
await runCommand(async ({ url, dataDir }, [given, ...others]) => {
  if (given?.startsWith('--') || others.length > 0) throw new Error(usage)
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(given ?? join(dataDir, 'backups', stamp))
  const { tables, createdAt } = await backUp({ url, dataDir, folder })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} tables with ${rows} rows, as of ${createdAt}, and the pictures are in
${folder}
It holds the shop's secrets too: keep it as safe as the shop itself.`
})
