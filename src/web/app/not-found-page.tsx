import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'

export function NotFoundPage() {
  return (
    <div className="wrap page">
      <title>Not found-Auto Parts</title>
      <EmptyState
        heading="h1"
        title="This page does not exist"
        actions={
          <ButtonLink to="/" variant="primary">
            Back to home
          </ButtonLink>
        }
      >
        The page you are looking for could not be found
      </EmptyState>
    </div>
  )
}
