import { readFileSync } from 'node:fs'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from '../violations.ts'

const secrets: Readonly<Record<string, RegExp>> = {
  'an access token': /eyJ[\w-]{10,}\.[\w-]+/,
  'a client secret': /_secret_\w{8,}/,
  'a key of the card provider': /\b(?:sk_|whsec_)\w{4,}/,
  'a card number': /\b(?:4242424242424242|5555555555554444|400000\d{10})\b/,
  'an e-mail address': /[\w.+-]+@[\w-]+\.\w+/,
  'a password of the database': /postgres(?:ql)?:\/\/[^\s"]+:[^\s"]+@/,
}

/** Finds secrets and personal data in the logs of nodes and PostgreSQL. */
export function scanLogs(files: readonly string[]): Violation[] {
  const examples = linesOf(files).flatMap((line) =>
    Object.entries(secrets)
      .filter(([, pattern]) => pattern.test(line))
      .map(([name]) => `${name} in: ${line.slice(0, 500)}`),
  )
  return violations(
    'I14',
    'no log contains a secret, token, card number or e-mail address',
    examples,
  )
}

/** Finds deadlocks in the logs of PostgreSQL; locks are taken in one order (decision 0039). */
export function findDeadlocks(files: readonly string[]): Violation[] {
  const examples = linesOf(files).filter((line) => line.includes('deadlock detected'))
  return violations('locks', 'no transactions deadlock', examples)
}

const linesOf = (files: readonly string[]) =>
  files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
