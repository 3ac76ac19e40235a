/** As many as attackers try first, wherever they get in (OWASP ASVS 6.2.4). */
const tried = 3000

let commonest: Promise<ReadonlySet<string>> | undefined

/** Whether a password is one of those everybody tries first. The list is loaded at the first question. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonest ??= loadCommonest()
  return (await commonest).has(password.toLowerCase())
}

async function loadCommonest() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, tried))
}
