import { CodeSample } from '#web/ui/code-sample.tsx'

export function StateManagement() {
  return (
    <>
      <p>
        By asking first what kind of state it is. An application rarely needs one big store; it
        needs a place for each kind, and the smallest place that works is the best one.
      </p>
      <ul>
        <li>
          <strong>Local state</strong>, such as whether a menu is open, belongs to one component:{' '}
          <code>useState</code>, or <code>useReducer</code> when several values change together.
        </li>
        <li>
          <strong>Shared state</strong> moves up to the nearest common parent. Context saves passing
          it through many levels. Every reader of a context renders when its value changes, so it
          suits what changes seldom: the theme, the language, who is signed in.
        </li>
        <li>
          <strong>Server state</strong> is a copy of data that lives elsewhere. It can be stale, so
          it needs a cache with rules for loading, repeating and refreshing. TanStack Query is such
          a cache.
        </li>
        <li>
          <strong>Address state</strong>, such as a search or a page number, belongs in the URL.
          Then links can be shared and the Back button works.
        </li>
        <li>
          <strong>Form state</strong> can stay in the form itself; <code>useActionState</code> keeps
          the result of submitting it.
        </li>
      </ul>
      <CodeSample>{`const [search, setSearch] = useSearchParams()
const q = search.get('q') ?? ''
const { data } = useQuery({
  queryKey: ['parts', q],
  queryFn: () => findParts(q),
})`}</CodeSample>
      <p>
        A store outside of React, such as Redux or Zustand, pays off when distant parts of a page
        change the same data often: components then subscribe to the slice they show. And what can
        be computed from other state is not state at all.
      </p>
    </>
  )
}
