import { useId, useState, type SyntheticEvent } from 'react'
import { Button } from '#web/ui/button.tsx'

/** There is no newsletter yet, so nothing is sent; the visitor is told so and keeps what they typed. */
export function Newsletter() {
  const [pressed, setPressed] = useState(false)
  const id = useId()

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault()
    setPressed(true)
  }

  return (
    <>
      <h2 id={`${id}-title`}>Newsletter</h2>
      <form
        className="newsletter"
        aria-labelledby={`${id}-title`}
        noValidate
        onSubmit={handleSubmit}
      >
        <label className="visually-hidden" htmlFor={id}>
          Newsletter email
        </label>
        <input id={id} type="email" autoComplete="email" enterKeyHint="send" placeholder="Email" />
        <Button type="submit" variant="primary">
          Subscribe
        </Button>
      </form>
      <output className="newsletter__status">
        {pressed && 'The newsletter has not started yet. Nothing was sent.'}
      </output>
    </>
  )
}
