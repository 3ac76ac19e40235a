import { NotAdminCard } from '#web/features/accounts/not-admin-card.tsx'
import { VerifyEmailCard } from '#web/features/accounts/verify-email-card.tsx'
import { RequireAdmin } from './require-admin.tsx'

/** Admin pages. Other accounts see how to verify the e-mail address and what else is missing. */
export const AdminArea = () => <RequireAdmin refusal={<VerifyEmailCard />} />

/** All Users has its own refusal: it leads to the login as an admin. */
export const UsersArea = () => <RequireAdmin refusal={<NotAdminCard />} />
