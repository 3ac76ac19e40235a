import { useEffect, useRef, useState } from 'react'
import { NewSynonyms, type SynonymGroup } from '#contract/manage-search.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { termsOf, termsText } from './terms.ts'

type SynonymsFormProps = {
  /** The group to change; a new one without. */
  group: SynonymGroup | undefined
  /** The first term of a new group, from a search without result. */
  suggested: string
  onSave: (terms: string[]) => Promise<unknown>
  onCancel: () => void
}

/** One line for the terms of a group. */
export function SynonymsForm({ group, suggested, onSave, onCancel }: SynonymsFormProps) {
  const [typed, setTyped] = useState(group ? termsText(group.terms) : suggested && `${suggested}, `)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (group || suggested) input.current?.focus()
  }, [group, suggested])

  async function save() {
    const terms = termsOf(typed)
    const checked = NewSynonyms.safeParse({ terms })
    setProblem(checked.error?.issues[0]?.message)
    if (!checked.success) return input.current?.focus()
    try {
      await onSave(terms)
      setTyped('')
    } catch (error) {
      setProblem(sentenceFor(error))
    }
    return undefined
  }

  return (
    <Form className="synonyms-form" onSubmit={save}>
      <Field
        ref={input}
        label={group ? 'Change these terms' : 'New synonyms'}
        hint="Terms that mean the same, separated by commas. Plurals are found automatically."
        placeholder="bonnet, hood"
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <span className="cluster">
        <Button type="submit" variant="primary">
          {group ? 'Save' : 'Add'}
        </Button>
        {group && <Button onClick={onCancel}>Cancel</Button>}
      </span>
    </Form>
  )
}
