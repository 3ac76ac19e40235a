import { CircleAlert } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from '../button.tsx'

export type Texts = {
  label: string
  hint?: ReactNode
  /** The current error, shown above the control. */
  error?: string | undefined
  /** Content beside the label, such as 'Forgot Password'. */
  labelEnd?: ReactNode
}

type FrameProps = Texts & { id: string; children: ReactNode }

/** Label, hint and error line around a control. */
export function FieldFrame({ id, label, hint, error, labelEnd, children }: FrameProps) {
  return (
    <div className="field">
      <div className="field__head">
        <label className="field__label" id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {labelEnd}
      </div>
      {hint && (
        <div className="field__hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
      {children}
    </div>
  )
}

type ControlProps = Texts & {
  id?: string | undefined
  'aria-describedby'?: string | undefined
}

/** Attributes that link a control with its label, hint and error. */
export function useControl({ id, hint, error, 'aria-describedby': describedBy }: ControlProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const descriptions = classNames(
    Boolean(error) && `${controlId}-error`,
    Boolean(hint) && `${controlId}-hint`,
    describedBy,
  )
  return {
    id: controlId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptions || undefined,
  }
}

type ErrorLineProps = {
  id?: string
  /** Announced to screen readers at once; false for errors inside list rows. */
  isAnnounced?: boolean
  children: ReactNode
}

export function ErrorLine({ id, isAnnounced = true, children }: ErrorLineProps) {
  return (
    <p className="field__error" id={id} role={isAnnounced ? 'alert' : undefined}>
      <CircleAlert />
      <span>{children}</span>
    </p>
  )
}

/** A labelled input; spread react-hook-form's register() into it. */
export function Field(props: Texts & ComponentProps<'input'>) {
  const { label, hint, error, labelEnd, className, ...input } = props
  const control = useControl(props)
  return (
    <FieldFrame {...{ label, hint, error, labelEnd }} id={control.id}>
      <input {...input} {...control} className={classNames('input', className)} />
    </FieldFrame>
  )
}

/** A labelled text area; spread react-hook-form's register() into it. */
export function TextAreaField(props: Texts & ComponentProps<'textarea'>) {
  const { label, hint, error, labelEnd, className, ...textarea } = props
  const control = useControl(props)
  return (
    <FieldFrame {...{ label, hint, error, labelEnd }} id={control.id}>
      <textarea {...textarea} {...control} className={classNames('input', className)} />
    </FieldFrame>
  )
}

/** A labelled select; spread react-hook-form's register() into it. */
export function SelectField(props: Texts & ComponentProps<'select'>) {
  const { label, hint, error, labelEnd, className, ...select } = props
  const control = useControl(props)
  return (
    <FieldFrame {...{ label, hint, error, labelEnd }} id={control.id}>
      <select {...select} {...control} className={classNames('select', className)} />
    </FieldFrame>
  )
}

/** A password input with a button that reveals it. */
export function PasswordField(props: Texts & Omit<ComponentProps<'input'>, 'type'>) {
  const { label, hint, error, labelEnd, className, ...input } = props
  const control = useControl(props)
  const [isRevealed, setIsRevealed] = useState(false)
  return (
    <FieldFrame {...{ label, hint, error, labelEnd }} id={control.id}>
      <div className="field__control">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          {...control}
          type={isRevealed ? 'text' : 'password'}
          className={classNames('input', 'input--with-button', className)}
        />
        {/* Named 'Show' alone, so that the label text matches the input only. */}
        <Button
          variant="quiet"
          size="small"
          className="field__reveal"
          aria-describedby={`${control.id}-label`}
          aria-controls={control.id}
          onClick={() => setIsRevealed(!isRevealed)}
        >
          {isRevealed ? 'Hide' : 'Show'}
        </Button>
      </div>
    </FieldFrame>
  )
}
