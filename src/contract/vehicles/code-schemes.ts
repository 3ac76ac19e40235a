/** Who gives codes to cars: VCdb's BaseVehicle, TecDoc's K-Type, the KBA's HSN/TSN, eBay's ePID, or the owner. */
export const codeSchemes = ['vcdb', 'ktype', 'kba', 'epid', 'own'] as const
export type CodeScheme = (typeof codeSchemes)[number]

/** A scheme as files write it: `K-Type`; empty text is the owner's own. Undefined if it is none. */
export function readScheme(text: string): CodeScheme | undefined {
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '')
  return word === '' ? 'own' : codeSchemes.find((scheme) => scheme === word)
}

export const codeLengthMax = 40
