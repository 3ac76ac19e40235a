import type { ReactNode } from 'react'
import { PageNeedsScript } from './needs-script.tsx'

// specification: 'Loading...'
const text = 'Loading...'

interface Props {
  /** Shown by browsers that run no scripts. */
  withoutScript?: ReactNode
}

/** Shown only while the session or its rights are loading. */
export function FullScreenSpinner({ withoutScript = <PageNeedsScript /> }: Props) {
  return (
    <>
      {withoutScript}
      <output className="full-spinner">
        <svg className="spin" viewBox="0 0 56 56" fill="none" aria-hidden="true">
          <circle className="spinner__track" cx="28" cy="28" r="23" strokeWidth="6" />
          <path
            className="spinner__arc"
            d="M28 5a23 23 0 0 1 23 23"
            strokeWidth="6"
            strokeLinecap="round"
          />
          <circle className="spinner__hub" cx="28" cy="28" r="8" strokeWidth="3" />
        </svg>
        {text}
      </output>
    </>
  )
}
