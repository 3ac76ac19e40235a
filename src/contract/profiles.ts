import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EmailParams, Phone, PictureUrl, PostalAddress, text } from './fields.ts'

export const messages = {
  saved: (name: string) => `user ${name} add successfully`,
  saveFailed: (name: string) => `user ${name} add to failed`,
} as const

export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  fbLink: z.string(),
  img: z.string(),
})
export type Profile = z.infer<typeof Profile>

const WebAddress = z.url({ protocol: /^https?$/ })

export const ProfileChanges = z.object({
  name: text('Name is Required', { max: 100 }),
  address: PostalAddress,
  phone: Phone,
  fbLink: text('Social link is Required', {
    min: 5,
    max: 500,
    tooShort: 'Must be 5 characters or longer',
  }).check(
    z.refine(
      (value) => WebAddress.safeParse(value).success,
      'A web address that starts with https://',
    ),
  ),
  img: PictureUrl('Image is Required'),
})
export type ProfileChanges = z.infer<typeof ProfileChanges>

export const profiles = {
  one: endpoint({
    method: 'GET',
    path: '/updatedUser/{email}',
    access: 'customer',
    summary: 'A profile: your own, or any if you are an admin',
    params: EmailParams,
    response: Profile,
    problems: ['not-found'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/updatedUser/{email}',
    access: 'customer',
    summary: 'Save your profile',
    limit: 'profiles',
    params: EmailParams,
    body: ProfileChanges,
    response: z.object({ acknowledged: z.boolean(), modifiedCount: z.number() }),
  }),
}
