export const support = {
  title: 'Contact Us',
  claim: '24/7 support',
  text: 'Online support answers at any hour of any day. By phone and at the store we are there during office hours.',
} as const

export const contactForm = {
  title: 'Write to Us',
  hint: 'This form does not send anything yet: Submit prepares your message, and you send it as an e-mail of your own.',
  sendingHint: 'Your message goes to our support, and we answer by e-mail.',
  sent: 'Your message is on its way to our support. We answer by e-mail.',
  notSent: 'Your message has not been sent anywhere yet.',
  withoutScript: 'The form needs JavaScript. Without it, please write to us by e-mail or call.',
} as const
