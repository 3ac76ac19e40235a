import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { shop as shopCalls } from '#contract/shop.ts'
import { contactForm } from '#web/content/contact.ts'
import { shop } from '#web/content/shop.ts'
import { read } from '#web/lib/api/api.ts'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field, TextAreaField } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useSingleFlight } from '#web/ui/use-single-flight.ts'
import { askedMessage, type ContactMessage, mailTo } from './contact-message.ts'
import type { Sent } from './send-message.ts'

const draftName = 'contact'

/**
 * If the contact feature is off or sending fails, the form keeps its values and offers to send them
 * as an e-mail.
 */
export function ContactForm() {
  const { data: config } = useQuery(read(shopCalls.config, {}))
  const [written, setWritten] = useState<ContactMessage>()
  const [sent, setSent] = useState<Sent>()
  const [isRestored, setIsRestored] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const titleId = useId()

  useEffect(() => {
    for (const [field, text] of Object.entries(readDraft(draftName))) {
      const control = form.current?.elements.namedItem(field)
      if (!isTextControl(control) || control.value !== '' || text === '') continue
      control.value = text
      setIsRestored(true)
    }
    const message = form.current?.elements.namedItem('message')
    if (isTextControl(message) && message.value === '')
      message.value = askedMessage(location.search)
  }, [])

  function handleInput({ currentTarget }: SyntheticEvent<HTMLFormElement>) {
    setWritten(undefined)
    setSent(undefined)
    writeDraft(draftName, { ...messageIn(currentTarget) })
  }

  function forget() {
    form.current?.reset()
    writeDraft(draftName, {})
    setIsRestored(false)
    setWritten(undefined)
  }

  function discard() {
    forget()
    // The button that was pressed is gone.
    form.current?.querySelector('input')?.focus()
  }

  const [submit, isBusy] = useSingleFlight(async (typed: HTMLFormElement) => {
    const message = messageIn(typed)
    if (config?.contact) {
      const outcome = await loadAndSend(message)
      setSent(outcome)
      if (outcome.accepted) {
        forget()
      } else {
        setWritten(outcome.failure ? message : undefined)
        focusFirstWrong(typed, outcome.errors)
      }
      return
    }
    // The specification requires this and nothing else.
    // oxlint-disable-next-line no-console
    console.log(message)
    setWritten(message)
  })

  const errors = sent?.accepted === false ? sent.errors : {}

  return (
    <form
      ref={form}
      id="write"
      className="panel form"
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
      onInput={handleInput}
    >
      <div className="stack">
        <h2 id={titleId}>{contactForm.title}</h2>
        <p className="muted">{config?.contact ? contactForm.sendingHint : contactForm.hint}</p>
        <noscript>
          <p>{contactForm.withoutScript}</p>
        </noscript>
      </div>
      <KeptText draft={{ isRestored, overtaken: [], discard }} />
      <Field label="Name" name="name" autoComplete="name" error={errors['name']} />
      <Field label="Email" name="email" type="email" autoComplete="email" error={errors['email']} />
      <Field
        label="Phone Number"
        name="phone"
        hint="Digits only"
        inputMode="numeric"
        pattern="[0-9 ]*"
        title="Digits only"
        autoComplete="tel-national"
        error={errors['phone']}
      />
      <TextAreaField label="Message" name="message" rows={6} error={errors['message']} />
      <Button type="submit" variant="primary" busy={isBusy}>
        Submit
      </Button>
      <div aria-live="polite">
        {written && (
          <NotSent
            message={written}
            why={sent?.accepted === false && sent.failure ? sent.failure : contactForm.notSent}
          />
        )}
        {sent?.accepted && (
          <Notice tone="ok" icon={Mail}>
            {contactForm.sent}
          </Notice>
        )}
      </div>
    </form>
  )
}

function messageIn(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form)
  const textOf = (field: keyof ContactMessage) => {
    const value = data.get(field)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: textOf('name'),
    email: textOf('email'),
    phone: textOf('phone'),
    message: textOf('message'),
  }
}

const isTextControl = (control: unknown) =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement

/** Loaded on demand, since few visitors send a message. */
async function loadAndSend(message: ContactMessage): Promise<Sent> {
  try {
    const { sendMessage } = await import('./send-message.ts')
    return await sendMessage(message)
  } catch (error) {
    return { accepted: false, errors: {}, failure: sentenceFor(error) }
  }
}

function focusFirstWrong(form: HTMLFormElement, errors: Partial<Record<string, string>>) {
  const control = form.elements.namedItem(Object.keys(errors)[0] ?? '')
  if (isTextControl(control)) control.focus()
}

function NotSent({ message, why }: { message: ContactMessage; why: string }) {
  return (
    <div className="stack">
      <Notice tone="warn" icon={Mail}>
        {why} Send it by email, or call <a href={shop.phone.href}>{shop.phone.text}</a>.
      </Notice>
      <a className={buttonClass({ block: true })} href={mailTo(shop.mail.text, message)}>
        <Mail />
        Send by email
      </a>
    </div>
  )
}
