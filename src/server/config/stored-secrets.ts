import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'

/** Secrets that survive restarts: generated at the first start, readable by the owner only. */
export async function storedSecrets(dataDir: string) {
  const file = join(dataDir, 'secrets.json')
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  mkdirSync(dataDir, { recursive: true })
  try {
    return read()
  } catch {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const secrets = {
      IDENTITY_SECRET: randomBytes(32).toString('base64url'),
      TOKEN_PRIVATE_KEY: JSON.stringify(await exportJWK(privateKey)),
    }
    return writeOnce(file, secrets) ? secrets : read() // a concurrent start was faster
  }
}

/** Writes a file atomically, for concurrent readers. False if it exists. */
function writeOnce(file: string, content: object): boolean {
  const temporary = `${file}.${randomUUID()}`
  writeFileSync(temporary, JSON.stringify(content, null, 2), { mode: 0o600 })
  try {
    linkSync(temporary, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary)
  }
}
