/** As many as attackers try first, wherever they get in (OWASP ASVS 6.2.4). */
const tried = 3000

/** What somebody tries at this shop in particular, whatever digits and signs stand around it. */
const ofThisShop = new Set(['autopart', 'autoparts', 'carparts', 'spareparts', 'shop', 'workshop'])

let commonest: Promise<ReadonlySet<string>> | undefined

/** Whether a password is one of those everybody tries first. The list is loaded at the first question. */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (ofThisShop.has(password.toLowerCase().replaceAll(/[^a-z]/g, ''))) return true
  commonest ??= loadCommonest()
  return (await commonest).has(password.toLowerCase())
}

async function loadCommonest() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, tried))
}
