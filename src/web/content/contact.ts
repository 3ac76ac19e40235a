export const support = {
  title: 'Contact Us',
  claim: '24/7 support',
  text: 'Online support is available around the clock. Phone and in-store support is available during office hours.',
} as const

export const contactForm = {
  title: 'Write to Us',
  hint: 'This form does not send anything yet: Submit prepares your message for you to send from your own email.',
  sendingHint: 'Your message goes to our support team. We’ll reply by email.',
  sent: 'Your message has been sent to our support team. We’ll reply by email.',
  notSent: 'Your message has not been sent anywhere yet.',
  withoutScript: 'This form needs JavaScript. Without it, please email or call us.',
} as const
