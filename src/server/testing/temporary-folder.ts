import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder that PostgreSQL can enter: for root it runs under another account. */
export function makeTemporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `auto-parts-${purpose}-`))
  chmodSync(folder, 0o755)
  return folder
}
