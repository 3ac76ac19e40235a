interface Batch<Answer> {
  items: string[]
  answers: Promise<readonly Answer[]>
}

/**
 * Makes one call of the questions that a page asks at the same time: up to `most` items of a group. `ask` answers them
 * in their order.
 */
export function askTogether<Answer>(
  most: number,
  ask: (items: readonly string[], group: string) => Promise<readonly Answer[]>,
) {
  /** The batches that are still to be sent, by group. */
  const waiting = new Map<string, Batch<Answer>>()

  function startBatch(group: string): Batch<Answer> {
    const items: string[] = []
    // Until the next task, in which all parts of the page are mounted.
    const answers = new Promise((resolve) => setTimeout(resolve)).then(() => {
      if (waiting.get(group) === batch) waiting.delete(group)
      return ask(items, group)
    })
    const batch = { items, answers }
    waiting.set(group, batch)
    return batch
  }

  return async (item: string, group = ''): Promise<Answer> => {
    const { items, answers } = waiting.get(group) ?? startBatch(group)
    const index = items.push(item) - 1
    if (items.length === most) waiting.delete(group)
    const answer = (await answers)[index]
    if (answer === undefined) throw new Error('There are fewer answers than questions')
    return answer
  }
}
