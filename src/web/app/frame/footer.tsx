import { Mail, MapPin, Phone } from 'lucide-react'
import { companyLinks, ownersPages, serviceLinks, shop, socialLinks } from '#web/content/shop.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { Newsletter } from '../../features/newsletter/newsletter-form.tsx'
import { SocialLinks } from './social-links.tsx'
import { ThemeChoice } from './theme-choice.tsx'

type LinkListProps = {
  title: string
  links: readonly { text: string; to: string }[]
}

function LinkList({ title, links }: LinkListProps) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ text, to }) => (
          <li key={text}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Footer() {
  return (
    <footer className="footer band">
      <div className="wrap">
        <div className="footer__columns">
          <div className="footer__contact">
            <Link className="logo" to={pathTo.home}>
              <LogoMark />
              {shop.name}
            </Link>
            <ul className="contact-list">
              <li>
                <Phone />
                <a href={shop.phone.href}>{shop.phone.text}</a>
              </li>
              <li>
                <Mail />
                <a href={shop.mail.href}>{shop.mail.text}</a>
              </li>
              <li>
                <MapPin />
                <span>{shop.address}</span>
              </li>
            </ul>
          </div>
          <div className="footer__hours">
            <h2>Working hours</h2>
            {shop.hours.map(({ days, opens, closes }) => (
              <p key={days}>{`${days} ${opens}-${closes}`}</p>
            ))}
          </div>
          <LinkList title="Services" links={serviceLinks} />
          <LinkList title="Company" links={companyLinks} />
          <div className="footer__newsletter">
            <Newsletter />
          </div>
        </div>
        <div className="footer__base">
          <ThemeChoice />
          <nav className="footer__legal" aria-label="Legal">
            {ownersPages.map(({ text, to }) => (
              <Link key={to} to={to}>
                {text}
              </Link>
            ))}
          </nav>
          <SocialLinks links={socialLinks} />
        </div>
      </div>
    </footer>
  )
}
