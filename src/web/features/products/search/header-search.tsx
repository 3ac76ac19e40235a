import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import * as pathTo from '#web/lib/router/path-to.ts'

const loadSuggestions = () => import('./suggestions.tsx')

type HeaderSearchProps = {
  /** Called when a choice leads to another page. */
  onLeave?: () => void
}

/**
 * The search of every page: a plain form for the catalogue. The code of its suggestions is loaded
 * with the first focus.
 */
export function HeaderSearch({ onLeave }: HeaderSearchProps) {
  const listId = useId()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [lazy, setLazy] = useState<Awaited<ReturnType<typeof loadSuggestions>>>()
  return (
    <search className="header-search">
      <form action={pathTo.catalogue}>
        <Search />
        <input
          ref={setInput}
          className="input"
          name="q"
          role="combobox"
          aria-label="Find a part"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-expanded={false}
          placeholder="Find a part"
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          // Offline: the form works without suggestions.
          onFocus={() => void loadSuggestions().then(setLazy, () => {})}
        />
        {lazy && input && <lazy.Suggestions input={input} listId={listId} onLeave={onLeave} />}
      </form>
    </search>
  )
}
