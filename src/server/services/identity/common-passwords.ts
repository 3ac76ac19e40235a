/** OWASP ASVS 6.2.4 asks for the top 3000 passwords. */
const commonMax = 3000

/** Words that are guessed for this shop in particular, with any digits and symbols added. */
const shopWords = new Set(['autopart', 'autoparts', 'carparts', 'spareparts', 'shop', 'workshop'])

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the most common ones. The list is loaded at the first call. */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (shopWords.has(password.toLowerCase().replaceAll(/[^a-z]/g, ''))) return true
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}

async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, commonMax))
}
