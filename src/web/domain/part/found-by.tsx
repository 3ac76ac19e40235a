import type { Via, ViaKind } from '#contract/numbers/via.ts'
import { isKnown } from '#contract/shared/open-enum.ts'

interface Found {
  via?: Via | undefined
  partNumber?: string | undefined
}

const sentences: Record<Exclude<ViaKind, 'own'>, (number: string, part: string) => string> = {
  oem: (number) => `OEM number ${number}`,
  replaced: (number, part) => `${number} has been replaced by ${part}`,
  interchange: (number) => `Interchange number ${number}`,
  barcode: (number) => `Barcode ${number}`,
}

/** How a part was found by a number; undefined if it is the part's own, or if it was found by its name. */
export function foundByText({ via, partNumber }: Found): string | undefined {
  if (!via || via.kind === 'own') return undefined
  const { kind, brand, number } = via
  const ofBrand = brand === '' || kind === 'replaced' ? number : `${number}, ${brand}`
  return isKnown(sentences, kind) ? sentences[kind](ofBrand, partNumber ?? 'this part') : ofBrand
}

/** How a part was found by a number that is not its own. */
export function FoundBy({ found }: { found: Found }) {
  const text = foundByText(found)
  return text === undefined ? null : <small className="muted">{text}</small>
}
