import { faq } from '#web/content/faq.ts'
import { Accordion } from '#web/ui/accordion.tsx'

export function FaqSection() {
  return (
    <section className="section section--surface" aria-labelledby="faq-title">
      <div className="wrap columns columns--5-7">
        <h2 id="faq-title">Questions and Answers</h2>
        <Accordion items={faq} />
      </div>
    </section>
  )
}
