import type { ReactNode } from 'react'
import drawing from '#web/assets/drawings/exploded-car.svg'

const uses = [
  'Order from ten units up',
  'Follow each order and download its invoice',
  'Order again with one press',
] as const

/** Layout of Login and Sign Up: the form, beside a drawing where there is room for it. */
export const SignInLayout = ({ children }: { children: ReactNode }) => (
  <div className="wrap page sign-in">
    <div className="sign-in__panel band">
      <img src={drawing} alt="" width={900} height={600} loading="lazy" />
      <ol>
        {uses.map((use, index) => (
          <li key={use}>
            <span className="callout" aria-hidden="true">
              {index + 1}
            </span>
            {use}
          </li>
        ))}
      </ol>
    </div>
    {children}
  </div>
)
