import './fit-line.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Verdict } from '#contract/fitments/fit.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { type ChosenCar, useChosenCar } from './chosen-car.ts'
import { askEngine } from './engine-question.ts'
import { fitWords } from './fit-words.ts'
import { readFit } from './read-fit.ts'
import { isKnown } from '#contract/shared/open-enum.ts'

const verdictLooks: Record<Verdict, { tone: string; icon: LucideIcon }> = {
  fits: { tone: 'ok', icon: CircleCheck },
  universal: { tone: 'ok', icon: CircleCheck },
  check: { tone: 'warn', icon: TriangleAlert },
  'does-not-fit': { tone: 'danger', icon: CircleX },
  unknown: { tone: 'unknown', icon: CircleQuestionMark },
}

type FitLineProps = {
  product: string
  /** Over the edge of a card's picture, below the stock in a table, or a line of its own. */
  look: 'card' | 'short' | 'line'
  /** The car that a line of a cart is for, in place of the chosen one. */
  car?: ChosenCar | undefined
}

/** Whether a part fits the chosen car; nothing without one, and while nobody has answered. */
export function FitLine({ car: ofLine, ...props }: FitLineProps) {
  const chosen = useChosenCar()
  const car = ofLine ?? chosen
  return car && <FitOfCar key={car.vehicle} {...props} car={car} isChosen={!ofLine} />
}

type FitOfCarProps = FitLineProps & {
  car: ChosenCar
  /** Whether an answer about the engine is kept with it. */
  isChosen: boolean
}

function FitOfCar({ product, look, car, isChosen }: FitOfCarProps) {
  // The verdict stays while that for another engine is loading.
  const { data: fit, error } = useQuery({
    ...readFit(car, product),
    placeholderData: keepPreviousData,
  })
  const words = useRef<HTMLSpanElement>(null)
  const hasAsked = useRef(false)
  const isOpen = isChosen && fit !== undefined && fit.engines.length > 0

  useEffect(() => {
    // The pressed button is gone, and with it the focus.
    if (hasAsked.current && !isOpen) words.current?.focus()
    if (!isOpen) hasAsked.current = false
  }, [isOpen])

  if (look === 'line' && isProblem(error, 'not-found')) return <UnknownCar car={car} />
  if (!fit) return look === 'line' ? <div className="fit fit--line" /> : null
  const verdict = isKnown(verdictLooks, fit.verdict) ? fit.verdict : 'unknown'
  const { tone, icon: Icon } = verdictLooks[verdict]
  const { short, rest } = fitWords(fit, car.name)

  const sentence = (
    <>
      {short}
      <span className={look === 'short' ? 'visually-hidden' : 'fit__rest'}>{rest}</span>
    </>
  )
  const ask = (content: ReactNode) => (
    <button
      type="button"
      className="fit__ask"
      onClick={() => {
        hasAsked.current = true
        askEngine(fit.engines)
      }}
    >
      {content}
    </button>
  )

  return (
    <div className={`fit fit--${look} badge badge--${tone}`}>
      <Icon />
      {isOpen && look === 'short' ? (
        ask(
          <>
            {sentence}
            <span className="visually-hidden">. Which is yours?</span>
          </>,
        )
      ) : (
        <span className="fit__words" title={short + rest} ref={words} tabIndex={-1}>
          {sentence}
        </span>
      )}
      {isOpen && look !== 'short' && ask('Which is yours?')}
    </div>
  )
}

/** The list of cars has changed since the car was chosen. */
const UnknownCar = ({ car }: { car: ChosenCar }) => (
  <div className="fit fit--line badge">
    <CircleQuestionMark />
    <span className="fit__words">
      This shop has no {car.name} in its list of cars. Parts are ordered without a car.
    </span>
  </div>
)
