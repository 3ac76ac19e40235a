import { postalCodeRequired, postalCodes } from './address-data.ts'

interface Form {
  pattern: RegExp
  /** Codes with an underscore for each letter and digit. */
  blanks: readonly string[]
}

/** Codes that are in use and that the data lacks. */
const additions = String.raw`
\d{5}(?:-\d{4})?	_____-____	SA
`

/** Where the last four digits of a code of the USA and its territories are. */
const zipPlusFour = '_____-____'

const forms = new Map<string, Form>()
for (const line of (postalCodes + additions).split('\n').filter(Boolean)) {
  const [pattern = '', ...rest] = line.split('\t')
  const blanks = pattern.includes(String.raw`[ \-]`) ? [...rest, zipPlusFour] : rest
  const form = {
    pattern: new RegExp(`^(?:${pattern})$`),
    blanks: blanks.filter((text) => text.includes('_')),
  }
  for (const country of rest.at(-1)?.split(' ') ?? []) forms.set(country, form)
}

const required = new Set(postalCodeRequired.trim().split(/\s+/))

export const needsPostalCode = (country: string) => required.has(country)

/**
 * A postal code as it is written in its country: in capitals, with its blank or hyphen, without the letters of the
 * country. Undefined if no code of the country looks like it; any text elsewhere.
 */
export function storedPostalCode(country: string, typed: string): string | undefined {
  const code = typed.normalize('NFKC').toUpperCase().trim().replaceAll(/\s+/g, ' ')
  const form = forms.get(country)
  if (code === '' || !form) return code
  return variants(country, code)
    .flatMap((each) => [...form.blanks.flatMap((blank) => filled(blank, each)), joined(each), each])
    .find((each) => form.pattern.test(each))
}

/** The code, and without or with the letters that many write before it. */
function variants(country: string, code: string): string[] {
  const bare = code.replace(new RegExp(`^(?:${country}|[A-Z])[- ](?=\\d)`), '')
  return [code, bare, `${country}${bare}`, `${country}-${bare}`]
}

/** The letters and digits in the places of a blank code; none if their number is another. */
function filled(blank: string, code: string): string[] {
  const characters = joined(code)
  if (characters.length !== blank.replaceAll(/[^_]/g, '').length) return []
  let index = 0
  return [blank.replaceAll('_', () => characters.charAt(index++))]
}

/** Without blanks and hyphens. */
const joined = (code: string) => code.replaceAll(/[^\p{L}\p{N}]/gu, '')
