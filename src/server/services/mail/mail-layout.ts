import { companyDetails } from '#contract/shared/company-details.ts'
import type { Facts, Link, MailContent } from './mail.ts'

type CompleteContent = MailContent & {
  greeting: string
  footer: readonly string[]
  origin: string
}

export function renderText({ greeting, footer, origin, ...content }: CompleteContent): string {
  const { paragraphs, facts = [], action, closing, unsubscribeUrl } = content
  const blocks = [
    greeting,
    ...paragraphs,
    ...facts.map(({ title, rows, link }) =>
      [
        title,
        ...rows.map(([label, value]) => `${label}: ${oneLine(value)}`),
        ...(link ? [addressed(link)] : []),
      ].join('\n'),
    ),
    action && addressed(action),
    closing,
    ['-- ', ...footer, origin, unsubscribeUrl && `Unsubscribe: ${unsubscribeUrl}`]
      .filter(Boolean)
      .join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const addressed = ({ label, url }: Link) => `${label}: ${url}`

// Mail programs support tables and inline styles; the style sheet is for those that support dark mode.
const dark = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #0f1316 !important; }
    .card { background: #171c21 !important; border-color: #2b343b !important; }
    .ink { color: #eef1f3 !important; }
    .quiet { color: #bac4cc !important; }
    .line { border-color: #2b343b !important; }
    .link { color: #8fbbeb !important; }
  }`

const ink = 'color:#12171c;'
const quiet = 'color:#56626c;'
const font = "font-family:system-ui,-apple-system,'Segoe UI',Arial,sans-serif;"

/** Loads nothing from the network and fits a screen of 320 px. */
export function renderHtml({ greeting, footer, origin, ...content }: CompleteContent): string {
  const { subject, preheader, paragraphs, facts = [], action, closing, unsubscribeUrl } = content
  return [
    `<!doctype html>`,
    `<html lang="en"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark">`,
    `<meta name="supported-color-schemes" content="light dark">`,
    `<title>${escapeHtml(subject)}</title><style>${dark}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:#f5f6f6;">`,
    `<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preheader)}</div>`,
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f6f6;${font}">`,
    `<tr><td align="center" style="padding:16px 8px;">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;">`,
    `<tr><td style="background:#12171c;border-bottom:4px solid #ffb000;padding:16px 20px;color:#ffffff;font-size:18px;font-weight:bold;">${companyDetails.name}</td></tr>`,
    `<tr><td class="card" style="background:#ffffff;border:1px solid #d6dbdf;border-top:0;padding:20px;">`,
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    ...facts.map(factTable),
    action ? button(action) : '',
    closing ? paragraph(closing) : '',
    `</td></tr>`,
    `<tr><td class="quiet" style="padding:16px 20px;font-size:13px;line-height:1.5;${quiet}">`,
    footer.map(escapeHtml).join('<br>'),
    `<br>${anchor(origin, origin)}`,
    unsubscribeUrl ? `<br>${anchor(unsubscribeUrl, 'Unsubscribe')}` : '',
    `</td></tr></table></td></tr></table></body></html>`,
  ]
    .filter(Boolean)
    .join('\n')
}

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.5;${ink}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

const anchor = (url: string, text: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#1b4d89;word-break:break-all;">${escapeHtml(text)}</a>`

const button = ({ label, url }: Link) =>
  [
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 20px;"><tr>`,
    `<td style="background:#ffb000;"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;color:#12171c;font-size:16px;font-weight:bold;text-decoration:none;">${escapeHtml(label)}</a></td>`,
    `</tr></table>`,
    `<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:1.5;${quiet}">Or open this address: ${anchor(url, url)}</p>`,
  ].join('\n')

function factTable({ title, rows, link }: Facts): string {
  const cell = 'padding:8px 0;font-size:15px;line-height:1.4;vertical-align:top;'
  const edge = 'border-top:1px solid #d6dbdf;'
  return [
    `<table class="line" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;${edge}border-bottom:1px solid #d6dbdf;">`,
    `<caption class="ink" style="padding:0 0 8px;text-align:left;font-size:15px;font-weight:bold;${ink}">${escapeHtml(title)}</caption>`,
    ...rows.map(
      ([label, value], index) =>
        `<tr><th scope="row" class="quiet line" align="left" style="${cell}${index > 0 ? edge : ''}padding-right:16px;font-weight:normal;white-space:nowrap;${quiet}">${escapeHtml(label)}</th>` +
        `<td class="ink line" align="right" style="${cell}${index > 0 ? edge : ''}word-break:break-word;${ink}">${escapeHtml(oneLine(value))}</td></tr>`,
    ),
    ...(link
      ? [
          `<tr><td class="line" colspan="2" style="${cell}${edge}">${anchor(link.url, link.label)}</td></tr>`,
        ]
      : []),
    `</table>`,
  ].join('\n')
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
