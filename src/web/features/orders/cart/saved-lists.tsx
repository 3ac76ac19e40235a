import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListPlus, Pencil, ShoppingCart, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type CartLine, type SavedList, savedLists } from '#contract/cart/cart.ts'
import { showCount } from '#web/domain/cart/join-cart.ts'
import { keysOfLine } from '#web/domain/cart/keys-of-line.ts'
import { useChange } from '#web/domain/use-change.ts'
import { call, read } from '#web/lib/api/api.ts'
import { attemptKeys } from '#web/lib/api/idempotency-key.ts'
import { day } from '#web/lib/format/clock.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { partsText } from './line-texts.ts'

const nameMax = 60

type SavedListsProps = {
  lines: readonly CartLine[]
  /** Shows the cart after a list was added to it. */
  onFilled: () => unknown
}

/** Carts that the account keeps under a name. */
export function SavedLists({ lines, onFilled }: SavedListsProps) {
  const lists = useQuery(read(savedLists.list, {}))
  const titleId = useId()
  const hasNone = lists.data?.length === 0
  if (lines.length === 0 && (hasNone || lists.isPending)) return null
  return (
    <section className="saved-lists" aria-labelledby={titleId}>
      <h2 id={titleId}>Saved lists</h2>
      {lines.length > 0 && <SaveForm lines={lines} />}
      {lists.error && (
        <FailedState title="The lists could not be loaded" onRetry={lists.refetch}>
          {sentenceFor(lists.error)}
        </FailedState>
      )}
      {lists.data && lists.data.length > 0 && (
        <ul>
          {lists.data.map((list) => (
            <List key={list._id} list={list} onFilled={onFilled} />
          ))}
        </ul>
      )}
    </section>
  )
}

type NameFormProps = {
  label: string
  initial?: string
  button: ReactNode
  /** Stores the name; a rejection shows at the field. */
  onSubmit: (name: string) => Promise<unknown>
  /** More buttons; `store` stores the name in another way. */
  children?: (error: unknown, store: (how: NameFormProps['onSubmit']) => Promise<void>) => ReactNode
}

function NameForm({ label, initial = '', button, onSubmit, children }: NameFormProps) {
  const [name, setName] = useState(initial)
  const [error, setError] = useState<unknown>()

  async function store(how: NameFormProps['onSubmit']) {
    setError(undefined)
    try {
      await how(name.trim())
      setName(initial)
    } catch (failure) {
      setError(failure)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void store(onSubmit)
  }

  return (
    <form className="saved-lists__form" noValidate onSubmit={submit}>
      <Field
        label={label}
        value={name}
        maxLength={nameMax}
        autoComplete="off"
        error={error === undefined ? undefined : nameProblem(error)}
        onChange={(event) => setName(event.target.value)}
      />
      {button}
      {children?.(error, store)}
    </form>
  )
}

function nameProblem(error: unknown) {
  const [first] = isProblem(error, 'invalid', 'duplicate') ? (error.problem.errors ?? []) : []
  return first?.message ?? sentenceFor(error)
}

/** Keeps the cart as a list; one of the same name is replaced only on request. */
function SaveForm({ lines }: { lines: readonly CartLine[] }) {
  const change = useChange('savedLists')
  const [keys] = useState(attemptKeys)

  async function save(name: string, replaces = false) {
    const body = {
      name,
      replaces,
      lines: lines.map(({ product, quantity, ...line }) => ({
        product,
        quantity,
        ...keysOfLine(line),
      })),
    }
    await change(savedLists.save, { body }, { idempotencyKey: keys.keyFor(body) })
    keys.finish()
    toast.success(`Saved: ${name}, ${partsText(lines.length)}`)
  }

  return (
    <NameForm
      label="Save this cart as"
      button={
        <Button type="submit" icon={ListPlus}>
          Save list
        </Button>
      }
      onSubmit={(name) => save(name)}
    >
      {(error, store) =>
        isProblem(error, 'duplicate') && (
          <Button onClick={() => store((name) => save(name, true))}>Replace it</Button>
        )
      }
    </NameForm>
  )
}

type ListProps = {
  list: SavedList
  onFilled: () => unknown
}

function List({ list: { _id: id, name, parts, savedAt }, onFilled }: ListProps) {
  const client = useQueryClient()
  const change = useChange('savedLists')
  const [isRenaming, setIsRenaming] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(attemptKeys)
  const nameId = useId()
  const look = { size: 'small', 'aria-describedby': nameId } as const

  async function fill() {
    setProblem(undefined)
    try {
      const request = { params: { id } }
      const idempotencyKey = keys.keyFor(request)
      await showCount(client, await call(savedLists.fill, request, { idempotencyKey }))
      keys.finish()
      toast.success(`Added to cart: ${name}, ${partsText(parts)}`)
      await onFilled()
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  async function rename(next: string) {
    await change(savedLists.rename, { params: { id }, body: { name: next } })
    setIsRenaming(false)
  }

  return (
    <li>
      {isRenaming ? (
        <NameForm
          label="New name"
          initial={name}
          button={<Button type="submit">Rename</Button>}
          onSubmit={rename}
        >
          {() => (
            <Button variant="quiet" onClick={() => setIsRenaming(false)}>
              Cancel
            </Button>
          )}
        </NameForm>
      ) : (
        <div className="saved-lists__list">
          <p>
            <b id={nameId}>{name}</b>
            <small className="muted">
              {partsText(parts)}, saved <time dateTime={savedAt}>{day(savedAt)}</time>
            </small>
          </p>
          <Button {...look} icon={ShoppingCart} onClick={fill}>
            Add to cart
          </Button>
          <Button {...look} variant="quiet" icon={Pencil} onClick={() => setIsRenaming(true)}>
            Rename
          </Button>
          <Button {...look} variant="quiet" icon={Trash2} onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        </div>
      )}
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <ConfirmDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        title="Delete this list?"
        confirmLabel="Delete"
        cancelLabel="Keep it"
        onConfirm={() => change(savedLists.remove, { params: { id } })}
      >
        {name}, {partsText(parts)}
      </ConfirmDialog>
    </li>
  )
}
