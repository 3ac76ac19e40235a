import { FileUp, ListChecks } from 'lucide-react'
import { type ChangeEvent, useId, useRef } from 'react'
import { readTextFile } from '#web/features/orders/quick-order/list-file.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { QuickOrder } from './use-quick-order.ts'

/** Input of the list: typed, pasted or read from a file. */
export function QuickForm({ quick }: { quick: QuickOrder }) {
  const { draft, list, change, problem, setProblem, rows, check, isPlacing } = quick
  const fileId = useId()
  const input = useRef<HTMLTextAreaElement>(null)

  function discard() {
    draft.discard()
    input.current?.focus()
  }

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Reset, so that choosing the same file again fires a change event.
    target.value = ''
    if (!file) return
    try {
      change(await readTextFile(file))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <Form className="form" onSubmit={check}>
      <KeptText draft={{ ...draft, discard }} />
      <TextAreaField
        ref={input}
        label="Parts and quantities"
        hint="Example: 8T0-941-004-AL 40. Commas, semicolons and tabs work too."
        className="quick-order__list mono"
        rows={7}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        error={problem}
        value={list}
        readOnly={isPlacing}
        onChange={({ target }) => change(target.value)}
      />
      <div className="cluster">
        <Button
          type="submit"
          variant={rows ? undefined : 'primary'}
          icon={ListChecks}
          aria-disabled={isPlacing}
        >
          Check list
        </Button>
        <span className="file-choice">
          <input
            id={fileId}
            className="visually-hidden"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            disabled={isPlacing}
            onChange={(event) => void read(event)}
          />
          <label className="button" htmlFor={fileId}>
            <FileUp />
            Choose CSV file
          </label>
        </span>
      </div>
    </Form>
  )
}
