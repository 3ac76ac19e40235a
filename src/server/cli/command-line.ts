import { parseArgs } from 'node:util'

/** How a command of the shop is called and what it does. */
interface Command<Flag extends string = string> {
  /** As `npm run backup [-- <folder>]`. */
  usage: string
  about: string
  /** What each flag does. */
  flags?: Readonly<Record<Flag, string>>
}

const help = 'print this and start nothing'

/**
 * The words and flags of this process. `--help` prints how the command is called and ends the process; a flag
 * that the command does not know does so as an error.
 */
export function readCommandLine<Flag extends string = never>(
  command: Command<Flag>,
): { words: string[]; flags: ReadonlySet<Flag> } {
  const parsed = parse([...Object.keys(command.flags ?? {}), 'help'])
  if (parsed instanceof Error) refuse(command, parsed.message)
  if (parsed.values['help']) {
    console.log(usageOf(command))
    process.exit(0)
  }
  // Safe: others are refused.
  return { words: parsed.positionals, flags: new Set(Object.keys(parsed.values) as Flag[]) }
}

/** Prints how the command is called, after what is wrong with this call, and ends the process. */
export function refuse(command: Command, fault?: string): never {
  console.error([fault, usageOf(command)].filter(Boolean).join('\n\n'))
  process.exit(1)
}

function parse(flags: string[]) {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]))
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
}

function usageOf({ usage, about, flags }: Command): string {
  const lines = Object.entries({ ...flags, help }).map(
    ([flag, what]) => `  ${`--${flag}`.padEnd(20)}${what}`,
  )
  return `usage: ${usage}\n\n${about}\n\n${lines.join('\n')}`
}
