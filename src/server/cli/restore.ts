import { resolve } from 'node:path'
import { restore } from '../backup/restore.ts'
import { setAside } from '../backup/set-aside.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const command = {
  usage: 'npm run restore -- <folder of the backup> [--replace] [--send-mails]',
  about: `Restores a backup. The shop must not be running. Without --replace the database must have no users
and orders. Queued mails are discarded unless --send-mails is given.`,
  flags: {
    replace: 'rename and keep the current database, then restore',
    'send-mails': 'send the mails that were queued at the time of the backup',
  },
}
const { flags, words } = readCommandLine(command)
const [given, ...others] = words
if (!given || others.length > 0) refuse(command)

await runCommand(async ({ url, dataDir }) => {
  const folder = resolve(given)
  const old = flags.has('replace') ? await setAside(url) : undefined
  try {
    const { createdAt, tables } = await restore({
      url,
      dataDir,
      folder,
      sendMails: flags.has('send-mails'),
    })
    const kept = old ? `\nThe previous database is kept as ${old.name}.` : ''
    return `Restored ${tables.length} tables as of ${createdAt}.${kept}`
  } catch (error) {
    await old?.undo()
    throw error
  }
})
