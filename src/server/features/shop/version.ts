import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The version of the running code, from its package.json. */
export const version = readVersion()

function readVersion(): string {
  const file = findPackageJSON('.', import.meta.url)
  if (!file) throw new Error('No package.json found above the code')
  // Safe: npm refuses a package without a version.
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
