import type { ComponentProps } from 'react'
import { FormNeedsScript } from '../feedback/needs-script.tsx'
import { useSingleFlight } from '../use-single-flight.ts'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown }

/** A form without browser validation. Ignores further submits while one is in progress. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  const [submit] = useSingleFlight(onSubmit)
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <FormNeedsScript />
      {children}
    </form>
  )
}
