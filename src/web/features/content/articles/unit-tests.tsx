import { CodeSample } from '#web/ui/code-sample.tsx'

export function UnitTests() {
  return (
    <>
      <p>
        A unit test runs one small piece of a program by itself, a function or a component, and
        compares what it does with what it promises. It needs no network and no browser window, so
        hundreds of them finish in seconds, and they can run at every save.
      </p>
      <CodeSample>{`import { expect, test } from 'vitest'
import { orderTotal } from './orders'

test('a total never loses a cent', () => {
  expect(orderTotal(18.79, 100)).toBe(1879)
})`}</CodeSample>
      <p>
        The first use is the obvious one: mistakes are found minutes after they were made, by the
        person who made them, at the line that causes them. The second is courage. Code that is
        covered can be rewritten, because the tests say at once whether it still keeps its promises.
        The third is design: a function that is hard to test usually does too many things or knows
        too much about its surroundings. And last, a test is an example that cannot go out of date;
        its name tells the next reader what the code guarantees.
      </p>
      <p>
        A useful test checks behaviour that somebody relies on, not how the code arrives there.
        Otherwise it breaks with every change and protects nothing. Write it so that it can fail:
        break the code once and watch. Unit tests do not show that the pieces fit together. For
        that, a few slower tests go through the whole application, as a user would.
      </p>
    </>
  )
}
