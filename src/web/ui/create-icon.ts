import { type ComponentProps, createElement } from 'react'
import { classNames } from '#web/lib/class-names.ts'

interface IconData {
  name: string
  node: readonly [tag: string, attributes: Record<string, string>][]
}

/**
 * Replaces lucide's createLucideIcon in the build: its unused options would be a tenth of the
 * shop's own scripts.
 */
export default function createIcon({ name, node }: IconData) {
  return function Icon({ className, ...rest }: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      {
        className: classNames('lucide', `lucide-${name}`, className),
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
