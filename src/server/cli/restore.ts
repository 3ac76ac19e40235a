import { resolve } from 'node:path'
import { restore } from '../backup/restore.ts'
import { setAside } from '../backup/set-aside.ts'
import { readCommandLine, refuse } from './command-line.ts'
import { runCommand } from './command.ts'

const script = {
  usage: 'npm run restore -- <folder of the backup> [--replace] [--send-mails]',
  about: `Makes the shop what it was when the backup was written. The shop must not be running. Without
--replace the database must be one that nobody has used yet.`,
  options: {
    replace: { type: 'boolean', about: 'rename the database in use, keep it, and restore' },
    'send-mails': {
      type: 'boolean',
      about: 'send the mails that waited when the backup was written',
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
    const kept = old ? `\nThe database of before is kept as ${old.name}.` : ''
    return `The shop is again what it was at ${createdAt}: ${tables.length} tables.${kept}`
  } catch (error) {
    await old?.undo()
    throw error
  }
})
