import * as z from 'zod/mini'
import { paths } from './shared/paths.ts'
import { endpoint } from './shared/endpoint.ts'
import { Email, EmailParams } from './shared/fields.ts'
import { specifiedMessages } from './shared/specified-messages.ts'

const messages = specifiedMessages.accounts

// specification: 'password at least 6'
export const passwordLengthMin = 6
export const passwordLengthMax = 128

const Password = z.string(messages.passwordRequired).check(
  z.refine((value) => value !== '', { error: messages.passwordRequired, abort: true }),
  z.minLength(passwordLengthMin, messages.passwordTooShort),
  z.maxLength(passwordLengthMax, `Must be ${passwordLengthMax} characters or lower`),
)

const SignUpName = z.string(messages.nameRequired).check(
  z.refine((value) => value !== '', { error: messages.nameRequired, abort: true }),
  z.refine((value) => value.length >= 3, { error: messages.nameTooShort, abort: true }),
  z.regex(/^[A-Za-z]+$/, messages.nameInvalid),
  z.maxLength(60, 'Must be 60 characters or lower'),
)

/** The login form, sent to the identity provider and never to the API. */
export const Login = z.object({ email: Email, password: Password })
export type Login = z.infer<typeof Login>

/** The sign-up form, sent to the identity provider too. */
export const SignUp = z.object({ name: SignUpName, email: Email, password: Password })
export type SignUp = z.infer<typeof SignUp>

const Token = z.object({ token: z.string() })

export const accounts = {
  exchange: endpoint({
    ...paths.exchange,
    summary: "Exchange the identity provider's ID token for an access token, after login",
    params: EmailParams,
    response: Token,
    problems: ['email-not-verified', 'duplicate'],
    keepsPublicReads: true,
  }),
  exchangeNamed: endpoint({
    ...paths.exchangeNamed,
    summary: 'Exchange an ID token after sign-up or Google login; keeps the display name',
    params: EmailParams,
    body: z.object({ name: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    response: Token,
    problems: ['email-not-verified', 'duplicate'],
    keepsPublicReads: true,
  }),
  signOut: endpoint({
    ...paths.signOut,
    summary: 'End the session; its access tokens stop working at once',
    response: z.object({ acknowledged: z.boolean() }),
    keepsPublicReads: true,
  }),
}
