/** No option is active: keys belong to the text. */
export const none = -1

/**
 * The option that a key makes active, in a list that begins and ends at the text; undefined if the key
 * keeps its meaning for the text.
 */
export function activeAfter(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return active + 1 < count ? active + 1 : none
    case 'ArrowUp':
      return active === none ? count - 1 : active - 1
    case 'Home':
      return active === none ? undefined : 0
    case 'End':
      return active === none ? undefined : count - 1
    default:
      return undefined
  }
}
