/** A part of a line with its quantity, as the line may be meant. */
export interface Reading {
  part: string
  /** As typed, without decimals that are zero. */
  quantity: string
  /** The numbers beside a name. It counts if one of them is found: else the shop does not have what the number means. */
  beside?: readonly string[]
  /** A cell that counts as the quantity, unless it is the number of a part. */
  unless?: string
}

/** The likeliest reading, and further ones: what the shop has decides. */
export interface Readings extends Reading {
  others: readonly Reading[]
}

/** Each of them is looked up, and a list has hundreds of lines. */
export const readingsMax = 10

/** The first of the readings that have a part, each once. */
export function inOrder(readings: readonly Reading[]): Readings {
  const known = Map.groupBy(
    readings.filter(({ part }) => part !== ''),
    ({ part, quantity }) => JSON.stringify([part, quantity]),
  )
  const [first, ...others] = [...known.values()]
    .slice(0, readingsMax)
    .flatMap(([each]) => each ?? [])
  return { part: '', quantity: readings[0]?.quantity ?? '', ...first, others }
}

/** Words of a name. Three capitals are a colour or a version in many numbers. */
const nameWord = /(?<!\S)(?:\p{L}{4,}|\p{Lu}\p{Ll}{2,})(?=[.,;:)]?(?:\s|$))/u

/** Whether the text is a number rather than a name: a digit, and at least five letters or digits. */
export const isNumber = (text: string) =>
  /[\d０-９]/.test(text) && (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 5 && !nameWord.test(text)

/** Readings of texts that mean one part: its numbers first, and each name beside the numbers that are not in it. */
export function withNumbersFirst(readings: readonly Reading[]): Reading[] {
  const { numbers = [], names = [] } = Object.groupBy(readings, ({ part }) =>
    isNumber(part) ? 'numbers' : 'names',
  )
  const first = numbers.slice(0, readingsMax)
  return [
    ...first,
    ...names.slice(0, readingsMax).map((name) => {
      const beside = first.flatMap(({ part }) => (name.part.includes(part) ? [] : [part]))
      return beside.length > 0 ? { ...name, beside } : name
    }),
  ]
}

/** “AP-BD-1205 Quarter Panel” is a number and its name. A digit in the name may be of another number, or of a quantity. */
export function numberAndName(text: string): [number: string, name: string] | undefined {
  const [number = '', ...words] = text.split(/\s+/)
  const name = words.join(' ')
  const isName = nameWord.test(words[0] ?? '') && !/[\d０-９]/.test(name)
  return isNumber(number) && isName ? [number, name] : undefined
}
