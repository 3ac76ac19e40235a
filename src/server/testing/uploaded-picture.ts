import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes a picture to a temporary file, as an upload does. Only within a test. */
export function uploadedPicture(bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'auto-parts-upload-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'picture')
  writeFileSync(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
}
