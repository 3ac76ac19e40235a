import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { EmailParams, Phone, PictureUrl, PostalAddress, text } from './shared/fields.ts'
import { specifiedMessages } from './shared/specified-messages.ts'

export const messages = specifiedMessages.profiles

/** What the form of a profile shows. */
const ProfileFields = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  fbLink: z.string(),
  img: z.string(),
})
export type ProfileFields = z.infer<typeof ProfileFields>

export const Profile = z.extend(ProfileFields, { email: z.string() })
export type Profile = z.infer<typeof Profile>

const WebAddress = z.url({ protocol: /^https?$/ })

/** Whether it is a link; a nickname, for example, is not. */
export const isWebAddress = (link: string) => WebAddress.safeParse(link).success

const scheme = /^[a-z][a-z\d+-]*:/i
const hostWithoutScheme = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:[:/?#]|$)/i

/** Adds the missing scheme to addresses such as facebook.com/mia. */
const withScheme = (link: string) =>
  hostWithoutScheme.test(link) && isWebAddress(`https://${link}`) ? `https://${link}` : link

const SocialLink = z.pipe(
  text('Social link is Required', {
    min: 5,
    max: 500,
    tooShort: 'Must be 5 characters or longer',
  }).check(
    z.refine(
      (value) => !scheme.test(value) || isWebAddress(value),
      'A web address that starts with https://',
    ),
  ),
  z.transform(withScheme),
)

export const ProfileChanges = z.object({
  name: text('Name is Required', { max: 100, isPrinted: true }),
  address: PostalAddress,
  phone: Phone,
  fbLink: SocialLink,
  img: PictureUrl('Image is Required'),
})
export type ProfileChanges = z.infer<typeof ProfileChanges>

export const profiles = {
  one: endpoint({
    method: 'GET',
    // specification: 'GET /updatedUser/{email}'
    path: '/updatedUser/{email}',
    access: 'customer',
    summary: 'A profile: your own, or any if you are an admin',
    params: EmailParams,
    response: Profile,
    problems: ['not-found'],
  }),
  save: endpoint({
    method: 'PUT',
    // specification: 'PUT /updatedUser/{email}'
    path: '/updatedUser/{email}',
    access: 'customer',
    summary:
      'Save your profile. With `seen`, what the caller was shown, a field that is sent as it was seen keeps what is stored',
    limit: 'profiles',
    params: EmailParams,
    body: z.extend(ProfileChanges, { seen: z.optional(ProfileFields) }),
    response: z.object({ acknowledged: z.boolean(), modifiedCount: z.number() }),
  }),
}
