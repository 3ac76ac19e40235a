import { Headphones, Mail, Phone } from 'lucide-react'
import { support } from '#web/content/contact.ts'
import { faq } from '#web/content/faq.ts'
import { shop } from '#web/content/shop.ts'
import { useOrigin } from '#web/lib/origin.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { breadcrumbs, graph, questions } from '#web/domain/structured-data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHead } from '#web/domain/page-head.tsx'
import { StructuredData } from '#web/domain/structured-data-script.tsx'
import { ContactForm } from './contact-form.tsx'
import { FaqSection } from '../../domain/faq-section.tsx'
import { StoreFacts } from './store-facts.tsx'

const path = pathTo.contact

export function ContactPage() {
  const origin = useOrigin()
  return (
    <>
      <PageHead
        page="Contact"
        path={path}
        description="How to reach Auto Parts: support around the clock, phone and email, the store's address and its opening hours."
      />
      <StructuredData
        data={graph(breadcrumbs(origin, { name: 'Contact', path }), questions(faq))}
      />
      <SupportBanner />
      <div className="wrap page columns columns--5-7">
        <StoreFacts />
        <ContactForm />
      </div>
      <FaqSection />
    </>
  )
}

function SupportBanner() {
  return (
    <section className="support band" aria-labelledby="contact-title">
      <div className="wrap">
        <div>
          <h1 id="contact-title">{support.title}</h1>
          <p className="support__claim">
            <Headphones />
            {support.claim}
          </p>
          <p className="lead">{support.text}</p>
        </div>
        <div className="cluster">
          <a className={buttonClass({ variant: 'primary', size: 'large' })} href={shop.phone.href}>
            <Phone />
            Call us
          </a>
          <a className="text-link" href={shop.mail.href}>
            <Mail />
            Email us
          </a>
        </div>
      </div>
    </section>
  )
}
