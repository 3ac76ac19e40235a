import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'

/** Secrets that must survive a restart, made at the first start and readable by the owner alone. */
export async function keptSecrets(dataDir: string) {
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
    return writeOnce(file, secrets) ? secrets : read() // another start was faster
  }
}

/** Writes a file whole or not at all, since others may read it meanwhile. False if it is there already. */
function writeOnce(file: string, content: object): boolean {
  const aside = `${file}.${randomUUID()}`
  writeFileSync(aside, JSON.stringify(content, null, 2), { mode: 0o600 })
  try {
    linkSync(aside, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(aside)
  }
}
