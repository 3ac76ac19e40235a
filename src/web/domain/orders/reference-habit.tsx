import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isAsked, tradeAccounts } from '#contract/trade-accounts.ts'
import { read } from '#web/lib/api/api.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { Field } from '#web/ui/form/field.tsx'

/** How the account writes its own order numbers. */
export interface ReferenceHabit {
  /** With this they begin. */
  prefix: string
  /** Whether orders without one are refused. */
  isRequired: boolean
}

const noHabit: ReferenceHabit = { prefix: '', isRequired: false }

/** The habit of an approved trade account. */
function useReferenceHabit(): ReferenceHabit {
  const { account } = useSession()
  const { data } = useQuery({
    ...read(tradeAccounts.one, { params: { email: account?.email ?? '' } }),
    enabled: account !== undefined,
  })
  if (!data || !isAsked(data) || data.state !== 'approved') return noHabit
  return { prefix: data.referencePrefix, isRequired: data.needsReference }
}

/** The typed number; its beginning alone is none. */
export function referenceOf(typed: string, { prefix }: ReferenceHabit): string {
  const reference = typed.trim()
  return reference === prefix ? '' : reference
}

type Reference = ReturnType<typeof useReference>

/** The order number that the buyer types; until then, the beginning that the account's numbers have. */
export function useReference(typedBefore: () => string | undefined = () => undefined) {
  const habit = useReferenceHabit()
  const [typed, setTyped] = useState(typedBefore)
  const value = typed ?? habit.prefix
  return {
    habit,
    value,
    /** The number to send with an order; empty for none. */
    sent: referenceOf(value, habit),
    change: setTyped,
    reset: () => setTyped(undefined),
  }
}

/** What a refused order says about it. */
export const referenceProblemOf = (error: unknown) =>
  isProblem(error, 'invalid')
    ? error.problem.errors?.find(({ field }) => field === 'reference')?.message
    : undefined

type ReferenceFieldProps = {
  reference: Pick<Reference, 'habit' | 'value'>
  hint?: string
  error?: string | undefined
  id?: string
  className?: string
  readOnly?: boolean
  onChange: (typed: string) => void
}

/** The buyer's own order number. It takes the focus when an order was refused because of it. */
export function ReferenceField({ reference, onChange, ...field }: ReferenceFieldProps) {
  const { habit, value } = reference
  const { error } = field
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  return (
    <Field
      ref={input}
      label="Your order number"
      labelEnd={<span className="field__hint">{habit.isRequired ? 'Required' : 'Optional'}</span>}
      maxLength={60}
      autoComplete="off"
      {...field}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
