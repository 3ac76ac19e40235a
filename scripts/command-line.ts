import { parseArgs } from 'node:util'

interface Option {
  type: 'boolean' | 'string'
  short?: string
  default?: boolean | string
  about: string
}
type Options = Readonly<Record<string, Option>>

/** How a script is called and what it does. */
export interface Script<O extends Options = Options> {
  /** As `npm run storm [-- <options>]`. */
  usage: string
  about: string
  options?: O
  /** Whether arguments without dashes are allowed. */
  takesWords?: boolean
}

type Values<O extends Options> = {
  [Name in keyof O]:
    | (O[Name]['type'] extends 'boolean' ? boolean : string)
    | (O[Name] extends { default: unknown } ? never : undefined)
}

const help = { type: 'boolean', about: 'print this and start nothing' } as const

/**
 * Reads the arguments of this process. `--help` prints how the script is called and ends the process;
 * an argument that the script does not know does so as an error.
 */
export function readCommandLine<const O extends Options>(
  script: Script<O>,
): { values: Values<O>; words: string[] } {
  const parsed = parse(script)
  if (parsed instanceof Error) refuse(script, parsed.message)
  if (parsed.values['help']) {
    console.log(usageOf(script))
    process.exit(0)
  }
  // Safe: `parseArgs` gives what the options declare.
  return { values: parsed.values as Values<O>, words: parsed.positionals }
}

/** Prints how the script is called, after what is wrong with this call, and ends the process. */
export function refuse(script: Script, fault?: string): never {
  console.error([fault, usageOf(script)].filter(Boolean).join('\n\n'))
  process.exit(1)
}

function parse({ options, takesWords = false }: Script) {
  try {
    return parseArgs({ options: { ...options, help }, allowPositionals: takesWords })
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
}

function usageOf({ usage, about, options }: Script): string {
  const all: Options = { ...options, help }
  const lines = Object.entries(all).map(([name, { type, default: usual, about: what }]) => {
    const flag = `--${name}${type === 'string' ? ' <…>' : ''}`
    return `  ${flag.padEnd(20)}${what}${typeof usual === 'string' ? ` (${usual})` : ''}`
  })
  return `usage: ${usage}\n\n${about}\n\n${lines.join('\n')}`
}
