import { resolve } from 'node:path'
import { restore } from '../backup/restore.ts'
import { setAside } from '../backup/set-aside.ts'
import { runCommand } from './command.ts'

const usage = `usage: npm run restore -- <folder of the backup> [--replace] [--send-mails]

Without --replace the database must be one that nobody has used yet. With it, the one in use is
renamed and kept. Mails that waited to be sent are not, except with --send-mails.`

const options = ['--replace', '--send-mails']

/** Makes the shop what it was when the backup was written. The shop must not be running. */
await runCommand(async ({ url, dataDir }, args) => {
  const [given, ...others] = args.filter((arg) => !options.includes(arg))
  if (!given || given.startsWith('--') || others.length > 0) throw new Error(usage)
  const folder = resolve(given)
  const old = args.includes('--replace') ? await setAside(url) : undefined
  try {
    const { createdAt, tables } = await restore({
      url,
      dataDir,
      folder,
      sendMails: args.includes('--send-mails'),
    })
    const kept = old ? `\nThe database of before is kept as ${old.name}.` : ''
    return `The shop is again what it was at ${createdAt}: ${tables.length} tables.${kept}`
  } catch (error) {
    await old?.undo()
    throw error
  }
})
