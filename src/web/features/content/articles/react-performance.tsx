import { CodeSample } from '#web/ui/code-sample.tsx'

export function ReactPerformance() {
  return (
    <>
      <p>
        Measure before you change anything. The Profiler of the React Developer Tools shows which
        components render, how often and for how long; the Core Web Vitals of real visitors show
        whether it matters. Most slow applications have one of three faults.
      </p>
      <p>
        <strong>They render too much.</strong> A state update renders the component that holds the
        state and everything below it. Keep state as low in the tree as you can, and pass expensive
        parts as <code>children</code>, which do not render again when only their parent changed.
        The React Compiler memoizes components and values by itself; without it, <code>memo</code>,{' '}
        <code>useMemo</code> and <code>useCallback</code> do so where the Profiler points.
      </p>
      <p>
        <strong>They do too much at once.</strong> A field that filters a long list should stay
        quick even while the list is slow. A deferred value lets React draw the typing first and
        interrupt the list when the next key comes. Show only the rows that are on the screen if
        there are thousands, and give every row a key that stays with its data.
      </p>
      <CodeSample>{`const [query, setQuery] = useState('')
const late = useDeferredValue(query)
const found = useMemo(
  () => parts.filter((p) => fits(p, late)),
  [parts, late],
)`}</CodeSample>
      <p>
        <strong>They send too much.</strong> Load the code of a page with <code>lazy</code> when
        somebody goes there, render the first view on the server, and look at what each library
        weighs before you add it.
      </p>
    </>
  )
}
