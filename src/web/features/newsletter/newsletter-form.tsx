import { useId, useState, type SyntheticEvent } from 'react'
import { Button } from '#web/ui/button.tsx'

/**
 * The feature flags in `data-on` say whether there is a newsletter. If not, nothing is sent and the
 * field keeps its value.
 */
export function Newsletter() {
  const [status, setStatus] = useState('')
  const id = useId()

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!form.closest('[data-on~=newsletter]')) {
      setStatus('The newsletter has not started yet. Nothing was sent.')
      return
    }
    // Loaded on demand, since few visitors subscribe.
    void import('./subscribe.ts').then(
      ({ subscribe }) => subscribe(form, setStatus),
      () => setStatus('Nothing was sent.'),
    )
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
      <noscript>
        <p className="newsletter__status">Subscribing needs JavaScript.</p>
      </noscript>
      <output className="newsletter__status">{status}</output>
    </>
  )
}
