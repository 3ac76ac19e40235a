import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { BareButton } from './button.tsx'

type AccordionItem = { _id: string; title: string; description: string }

/** Disclosure list; the first item is open, and several can be open at once. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  return (
    <div className="accordion">
      {items.map((item, index) => (
        <Item key={item._id} {...item} openAtFirst={index === 0} />
      ))}
    </div>
  )
}

function Item({ _id, title, description, openAtFirst }: AccordionItem & { openAtFirst: boolean }) {
  const [open, setOpen] = useState(openAtFirst)
  const id = useId()
  const content = useRef<HTMLDivElement>(null)

  // 'until-found' lets the browser's search open closed answers; React cannot render it.
  useEffect(() => {
    const element = content.current
    if (open || !element) return undefined
    const reveal = () => setOpen(true)
    element.setAttribute('hidden', 'until-found')
    element.addEventListener('beforematch', reveal)
    return () => element.removeEventListener('beforematch', reveal)
  }, [open])

  return (
    // The target of links to an answer.
    <div id={_id}>
      <h3>
        <BareButton aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {title}
          <ChevronDown />
        </BareButton>
      </h3>
      <div ref={content} id={id} hidden={!open}>
        <p className="accordion__content">{description}</p>
      </div>
    </div>
  )
}
