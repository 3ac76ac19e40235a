import { NotAdminCard } from '#web/features/accounts/not-admin-card.tsx'
import { VerifyEmailCard } from '#web/features/accounts/verify-email-card.tsx'
import { RequireAdmin } from './require-admin.tsx'

/** The admin's pages. Who is no admin is told to verify the e-mail, and what else is missing. */
export const AdminArea = () => <RequireAdmin refusal={<VerifyEmailCard />} />

/** All Users has its own refusal: who comes here to be made an admin is led to an admin's login. */
export const UsersArea = () => <RequireAdmin refusal={<NotAdminCard />} />
