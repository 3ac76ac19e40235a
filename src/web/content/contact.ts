export const support = {
  title: 'Contact Us',
  claim: '24/7 support',
  text: 'Online support answers at any hour of any day. By phone and at the store we are there during office hours.',
} as const

export const contactForm = {
  title: 'Write to Us',
  hint: 'This form does not send anything yet: Submit prepares your message, and you send it as an e-mail of your own.',
  notSent: 'Your message has not been sent anywhere yet.',
  withoutScript: 'The form needs JavaScript. Without it, please write to us by e-mail or call.',
} as const
