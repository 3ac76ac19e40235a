/** Fewer match too much. */
const lengthMin = 3

/** What to ask the shop about a mistyped part: all of it, and its beginning if that is found nowhere. Empty: nothing. */
export function lettersToAsk(typed: string): [whole: string, beginning: string] {
  const whole = typed.trim().slice(0, 100)
  if (whole.length < lengthMin) return ['', '']
  const beginning = whole.slice(0, Math.max(lengthMin, Math.floor(whole.length * 0.7)))
  return [whole, beginning === whole ? '' : beginning]
}
