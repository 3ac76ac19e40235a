import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod/mini'
import { explainFolderError } from './start/data-folder.ts'
import { errorCode, StartError } from './start/start-error.ts'

const Secrets = z.record(z.string(), z.string())

/** Secrets that survive restarts: generated at the first start, readable by the owner only. */
export async function storedSecrets(dataDir: string) {
  const file = join(dataDir, 'secrets.json')
  try {
    mkdirSync(dataDir, { recursive: true })
    const stored = readSecrets(file)
    if (stored) return stored
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const secrets = {
      IDENTITY_SECRET: randomBytes(32).toString('base64url'),
      TOKEN_PRIVATE_KEY: JSON.stringify(await exportJWK(privateKey)),
    }
    // A concurrent start may have been faster.
    return writeOnce(file, secrets) ? secrets : (readSecrets(file) ?? secrets)
  } catch (error) {
    throw explainFolderError(error, dataDir)
  }
}

/** Undefined if there is no file. A damaged one is never replaced: it may be all that opens the stored keys. */
function readSecrets(file: string): Record<string, string> | undefined {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new StartError(`${file} cannot be read: make it a file that its account can read`)
  }
  const secrets = Secrets.safeParse(parsed(text))
  if (secrets.success) return secrets.data
  throw new StartError(`${file} is damaged: restore it from a backup`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary)
  }
}
