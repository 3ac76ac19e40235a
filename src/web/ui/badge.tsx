import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type BadgeProps = {
  tone?: 'ok' | 'warn' | 'danger' | 'info'
  icon?: LucideIcon
  children: ReactNode
}

export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span className={classNames('badge', tone && `badge--${tone}`)}>
      {Icon && <Icon />}
      {children}
    </span>
  )
}
