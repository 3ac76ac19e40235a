import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useHydrated } from '#web/lib/browser/hydrated.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useSingleFlight } from './use-single-flight.ts'

type Look = {
  variant?: 'primary' | 'ink' | 'danger' | 'quiet' | undefined
  size?: 'small' | 'large' | undefined
  block?: boolean | undefined
  icon?: LucideIcon | undefined
  iconEnd?: LucideIcon | undefined
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'onClick'> & {
    busy?: boolean | undefined
    /** Called on a press while aria-disabled, to explain why. */
    onRefuse?: (() => void) | undefined
    onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  }

export function buttonClass({ variant, size, block }: Look, className?: string) {
  return classNames(
    'button',
    variant && `button--${variant}`,
    size && `button--${size}`,
    block && 'button--block',
    className,
  )
}

/** A button without a look, disabled until the page is hydrated: a press before that would be lost. */
export function BareButton(props: ComponentProps<'button'>) {
  const isHydrated = useHydrated()
  return (
    <button
      type="button"
      {...props}
      disabled={props.disabled || !isHydrated}
      data-early={!isHydrated || undefined}
    />
  )
}

/**
 * A button that keeps focus and width while busy and ignores further presses. Busy by `busy`, or
 * while a promise returned by onClick is pending.
 */
export function Button(props: ButtonProps) {
  const { variant, size, block, icon: Icon, iconEnd: IconEnd, ...others } = props
  const { busy, onRefuse, onClick, ...rest } = others
  const [press, pressBusy] = useSingleFlight((event: MouseEvent<HTMLButtonElement>) =>
    onClick?.(event),
  )
  const isBusy = Boolean(busy) || pressBusy
  const isInert = isBusy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'

  return (
    <BareButton
      {...rest}
      className={buttonClass({ variant, size, block }, rest.className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isInert || undefined}
      onClick={(event) => {
        if (isInert) {
          event.preventDefault()
          if (!isBusy) onRefuse?.()
        } else void press(event)
      }}
    >
      {isBusy && (
        <LoaderCircle className={classNames('spin', !Icon && 'button__spinner--beside')} />
      )}
      {!isBusy && Icon && <Icon />}
      {rest.children}
      {IconEnd && <IconEnd />}
    </BareButton>
  )
}

type ButtonLinkProps = Look & ComponentProps<typeof Link>

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, block, icon: Icon, iconEnd: IconEnd, className, children, ...rest } = props
  return (
    <Link {...rest} className={buttonClass({ variant, size, block }, className)}>
      {Icon && <Icon />}
      {children}
      {IconEnd && <IconEnd />}
    </Link>
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  label: string
  icon: LucideIcon
  plain?: boolean | undefined
}

/** A round icon button; `label` is its accessible name. */
export function IconButton({ label, icon: Icon, plain, className, ...rest }: IconButtonProps) {
  return (
    <BareButton
      {...rest}
      className={classNames('icon-button', plain && 'icon-button--plain', className)}
      aria-label={label}
    >
      <Icon />
    </BareButton>
  )
}
