import type { ComponentProps } from 'react'
import { FormNeedsScript } from '../feedback/needs-script.tsx'
import { useSingleFlight } from '../use-single-flight.ts'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: () => unknown
  /** Whether nothing can be typed while a submit is in progress: for forms that are empty after it. */
  isLockedMeanwhile?: boolean
}

/** A form without browser validation. Ignores further submits while one is in progress. */
export function Form({ onSubmit, isLockedMeanwhile = false, children, ...rest }: FormProps) {
  const [submit] = useSingleFlight((form: HTMLFormElement) => {
    const result = onSubmit()
    return result instanceof Promise && isLockedMeanwhile ? whileLocked(form, result) : result
  })
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <FormNeedsScript />
      {children}
    </form>
  )
}

/** Text that is typed meanwhile is not sent, and would vanish with the text that was. */
async function whileLocked(form: HTMLFormElement, submitted: Promise<unknown>) {
  form.addEventListener('beforeinput', refuse)
  try {
    await submitted
  } finally {
    form.removeEventListener('beforeinput', refuse)
  }
}

const refuse = (event: Event) => event.preventDefault()
