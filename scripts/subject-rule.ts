const lengthMax = 72

const shape = /^(?<area>[^:\s][^:]*): (?<words>\S.*)$/
const areas = /^[a-z0-9/-]+(?:, [a-z0-9/-]+)*$/
const release = /^release: \d+\.\d+\.\d+$/

/** Imperative verbs that end like a past tense, a gerund or a third person. */
const plainVerbs = new Set(
  'bring,embed,exceed,feed,focus,heed,need,ping,proceed,ring,seed,shed,speed,spring,string,wed'.split(
    ',',
  ),
)

/** The faults of a commit's subject that is not `area: verb object`. */
export function subjectFaults(subject: string): string[] {
  if (release.test(subject)) return []
  const { area = '', words = '' } = shape.exec(subject)?.groups ?? {}
  const faults = words ? wordFaults(area, words) : ['has no `area: ` before the verb']
  if (subject.length > lengthMax) {
    faults.push(`has ${subject.length} characters, ${lengthMax} at most`)
  }
  if (subject.endsWith('.')) faults.push('ends with a period')
  return faults
}

function wordFaults(area: string, words: string): string[] {
  const faults: string[] = []
  const [verb = '', ...object] = words.split(' ')
  if (!areas.test(area)) faults.push(`the area "${area}" is not lower-case words`)
  if (!isImperative(verb)) faults.push(`"${verb}" is not an imperative verb in lower case`)
  if (object.join('') === '') faults.push('names no object after the verb')
  return faults
}

/** An approximation by spelling: refuses the common endings of other forms. */
function isImperative(verb: string): boolean {
  if (!/^[a-z][a-z-]*$/.test(verb)) return false
  return plainVerbs.has(verb) || !/(?:ed|ing|[^s]s)$/.test(verb)
}
