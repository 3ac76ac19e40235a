/** The codings that the shop sends, the smaller one first. */
const codings = ['br', 'gzip'] as const

export type Coding = (typeof codings)[number]

export interface Accepted {
  /** The coding to send where compression pays, if the client accepts one. */
  coding: Coding | undefined
  /** Whether the client refuses a body without a coding. */
  refusesPlain: boolean
}

const weight = /^q=(?<value>0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** An element of the header: a coding, and its weight from 0 (refused) to 1. A malformed weight refuses. */
function parseElement(element: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = element.split(';').map((part) => part.trim())
  const value = parameters.length === 0 ? '1' : weight.exec(parameters[0] ?? '')?.groups?.['value']
  return [coding.toLowerCase(), Number(value ?? 0)]
}

/** The client's choice by RFC 9110, 12.5.3. Between equal weights the smaller coding wins. */
function negotiate(header: string): Accepted {
  const weights = new Map(header.split(',').map(parseElement))
  const any = weights.get('*')
  const plain = weights.get('identity') ?? any ?? Number.MIN_VALUE
  let coding: Coding | undefined
  let highest = weights.has('identity') ? plain : Number.MIN_VALUE
  for (const candidate of codings) {
    const given = weights.get(candidate) ?? any ?? 0
    if (given < highest || given === 0 || (coding && given === highest)) continue
    coding = candidate
    highest = given
  }
  return { coding, refusesPlain: plain === 0 }
}

/** Browsers send a handful of headers, which need not be parsed again for each request. */
const negotiated = new Map<string, Accepted>()
const rememberedMax = 100

const unstated: Accepted = { coding: undefined, refusesPlain: false }

export function acceptedEncoding(header: string | undefined): Accepted {
  if (!header) return unstated
  const known = negotiated.get(header)
  if (known) return known
  const accepted = negotiate(header)
  if (negotiated.size < rememberedMax) negotiated.set(header, accepted)
  return accepted
}
