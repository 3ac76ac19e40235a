import { APIError } from 'better-auth/api'

/** OWASP ASVS 6.2.4 asks for the top 3000 passwords. */
const commonMax = 3000

/** Words that are guessed for this shop in particular, with any digits and symbols added. */
const shopWords = new Set(['autopart', 'autoparts', 'carparts', 'spareparts', 'shop', 'workshop'])

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the most common ones. The list is loaded at the first call. */
async function isCommonPassword(password: string): Promise<boolean> {
  if (shopWords.has(password.toLowerCase().replaceAll(/[^a-z]/g, ''))) return true
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}

async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, commonMax))
}

/** Endpoints that set a password, with the field. The password hook would run for sign-ins too. */
const passwordFields: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
}

export async function refuseCommonPassword({ path, body }: { path: string; body: unknown }) {
  const field = passwordFields[path]
  const chosen = field && (body as Record<string, unknown> | null)?.[field]
  if (typeof chosen !== 'string' || !(await isCommonPassword(chosen))) return
  throw new APIError('BAD_REQUEST', {
    code: 'PASSWORD_COMPROMISED',
    message: 'This password is one of the most common ones',
  })
}
