import { Mail } from 'lucide-react'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { contactForm } from '#web/content/contact.ts'
import { shop } from '#web/content/shop.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field, TextAreaField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type ContactMessage, mailTo } from './contact-message.ts'

const draftName = 'contact'

/** Nothing is sent: the visitor is told so, keeps what they typed, and can send it as an e-mail. */
export function ContactForm() {
  const [written, setWritten] = useState<ContactMessage>()
  const form = useRef<HTMLFormElement>(null)
  const titleId = useId()

  useEffect(() => {
    for (const [field, text] of Object.entries(readDraft(draftName))) {
      const control = form.current?.elements.namedItem(field)
      if (isTextControl(control) && control.value === '') control.value = text
    }
  }, [])

  function handleInput({ currentTarget }: SyntheticEvent<HTMLFormElement>) {
    setWritten(undefined)
    writeDraft(draftName, { ...messageIn(currentTarget) })
  }

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const message = messageIn(event.currentTarget)
    // What the specification wants of this form, and all it wants.
    // oxlint-disable-next-line no-console
    console.log(message)
    setWritten(message)
  }

  return (
    <form
      ref={form}
      className="panel form"
      aria-labelledby={titleId}
      onSubmit={handleSubmit}
      onInput={handleInput}
    >
      <div className="stack">
        <h2 id={titleId}>{contactForm.title}</h2>
        <p className="muted">{contactForm.hint}</p>
        <noscript>
          <p>{contactForm.withoutScript}</p>
        </noscript>
      </div>
      <Field label="Name" name="name" autoComplete="name" />
      <Field label="Email" name="email" type="email" autoComplete="email" />
      <Field
        label="Phone Number"
        name="phone"
        hint="Digits only"
        inputMode="numeric"
        pattern="[0-9 ]*"
        title="Digits only"
        autoComplete="tel-national"
      />
      <TextAreaField label="Message" name="message" rows={6} />
      <Button type="submit" variant="primary">
        Submit
      </Button>
      <div aria-live="polite">{written && <NotSent message={written} />}</div>
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

function NotSent({ message }: { message: ContactMessage }) {
  return (
    <div className="stack">
      <Notice tone="warn" icon={Mail}>
        {contactForm.notSent} Send it by e-mail, or call{' '}
        <a href={shop.phone.href}>{shop.phone.text}</a>.
      </Notice>
      <a className={buttonClass({ block: true })} href={mailTo(shop.mail.text, message)}>
        <Mail />
        Send by e-mail
      </a>
    </div>
  )
}
