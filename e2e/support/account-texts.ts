/**
 * Texts about signing up, logging in and links of mails, for the journeys of every identity provider: a text that is
 * reworded changes here, for suites that run seldom too.
 */
export const accountTexts = {
  accountTaken: 'There is already an account with this email.',
  addressVerified: 'Your email address is verified.',
  emailed: (email: string) => `We’ve emailed ${email}`,
  googleWindowClosed: 'The Google window was closed before you finished logging in.',
  linkExpired: 'This link has expired or was already used.',
  noAccount: 'There is no account with this email.',
  notAdmin: (email: string) => `${email} is verified but is not an admin.`,
  passwordChanged: 'Your password has been changed',
  resetSent: 'a link to reset the password',
  wrongPassword: 'Incorrect email or password.',
} as const
