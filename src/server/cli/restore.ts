import { resolve } from 'node:path'
import { restore } from '../backup/restore.ts'
import { setAside } from '../backup/set-aside.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const script = {
  usage: 'npm run restore -- <folder of the backup> [--replace] [--send-mails]',
  about: `Restores a backup. The shop must not be running. Without --replace the database must have no users
and orders. Queued mails are discarded unless --send-mails is given.`,
  options: {
    replace: { type: 'boolean', about: 'rename and keep the current database, then restore' },
    'send-mails': {
      type: 'boolean',
      about: 'send the mails that were queued at the time of the backup',
    },
  },
  takesWords: true,
} as const
const { values, words } = readCommandLine(script)
const [given, ...others] = words
if (!given || others.length > 0) refuse(script)

await runCommand(async ({ url, dataDir }) => {
  const folder = resolve(given)
  const old = values.replace ? await setAside(url) : undefined
  try {
    const { createdAt, tables } = await restore({
      url,
      dataDir,
      folder,
      sendMails: values['send-mails'] ?? false,
    })
    const kept = old ? `\nThe previous database is kept as ${old.name}.` : ''
    return `Restored ${tables.length} tables as of ${createdAt}.${kept}`
  } catch (error) {
    await old?.undo()
    throw error
  }
})
