import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type NoticeProps = ComponentProps<'div'> & {
  tone?: 'ok' | 'warn' | 'danger'
  icon?: LucideIcon
}

/** A lasting inline message, for example a copy of a toast. */
export function Notice({ tone, icon: Icon, className, children, ...rest }: NoticeProps) {
  return (
    <div {...rest} className={classNames('notice', tone && `notice--${tone}`, className)}>
      {Icon && <Icon />}
      <div>{children}</div>
    </div>
  )
}
