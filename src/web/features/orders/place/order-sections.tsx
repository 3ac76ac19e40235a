import { RotateCcw, ShieldCheck, Truck } from 'lucide-react'
import { facts, steps } from '#web/content/order.ts'

const factIcons = { shipping: Truck, return: RotateCcw, payment: ShieldCheck } as const

export function OrderFacts() {
  return (
    <ul className="order-facts">
      {facts.map(({ icon, title, text }) => {
        const Icon = factIcons[icon]
        return (
          <li key={title}>
            <b>
              <Icon />
              {title}
            </b>
            {text}
          </li>
        )
      })}
    </ul>
  )
}

export function OrderSteps() {
  return (
    <section className="section section--tight section--surface" aria-labelledby="steps-title">
      <div className="wrap">
        <h2 className="visually-hidden" id="steps-title">
          How to order
        </h2>
        <ol className="dimension-line">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <span className="callout" aria-hidden="true">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
